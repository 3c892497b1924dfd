// SPDX-License-Identifier: GPL-3.0-or-later
// Where a packet of the event log stands in an exported capture.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

namespace seawind {

/// Number of the frame (from 1, as Wireshark counts) where the packet came into the link, or with
/// `outbound` where it left. Nothing: the capture has none. Throws Error when it cannot be read.
std::optional<std::uint64_t> find_frame(const std::filesystem::path& pcapng,
                                        std::uint64_t packet_id, bool outbound);

}  // namespace seawind
