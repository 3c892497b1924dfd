// SPDX-License-Identifier: GPL-3.0-or-later
// Finds a packet of the event log in an exported capture.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

namespace seawind {

/// Number of the frame (from 1, as in Wireshark) in which the packet entered the link, or with
/// `outbound` left it. Nothing when the capture has no such frame. Throws Error when the capture
/// cannot be read.
std::optional<std::uint64_t> find_frame(const std::filesystem::path& pcapng,
                                        std::uint64_t packet_id, bool outbound);

}  // namespace seawind
