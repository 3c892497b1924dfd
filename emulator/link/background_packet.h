// SPDX-License-Identifier: GPL-3.0-or-later
// A packet of the background load as it comes out of the link (bgl_output_handling write): IPv4 and
// UDP from 192.0.2.1 to 192.0.2.2 (TEST-NET-1, RFC 5737: no host of anybody's answers), port 9
// (discard) at both ends, zeros for payload, checksums right (UDP: none).
#pragma once

#include <cstdint>
#include <span>

#include "emulator/core/packet.h"

namespace seawind {

inline constexpr std::uint32_t kSmallestBackgroundPacket = 28;

/// `bytes` of IP (at least 28, at most 65535), behind a copy of `link_header` (that of a packet
/// that went the same way; empty for bare IP).
Packet make_background_packet(PacketPool& pool, std::uint64_t id, Time arrival, std::uint32_t bytes,
                              std::span<const std::uint8_t> link_header);

}  // namespace seawind
