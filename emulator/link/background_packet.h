// SPDX-License-Identifier: GPL-3.0-or-later
// A packet of the background load as it leaves the link (bgl_output_handling write): IPv4 and UDP
// from 192.0.2.1 to 192.0.2.2 (TEST-NET-1 of RFC 5737, assigned to no host), port 9 (discard) at
// both ends, payload of zeros, valid IPv4 header checksum, no UDP checksum.
#pragma once

#include <cstdint>
#include <span>

#include "emulator/core/packet.h"

namespace seawind {

inline constexpr std::uint32_t kSmallestBackgroundPacket = 28;

/// Makes a packet of `bytes` IP bytes (28 to 65535) behind a copy of `link_header`. `link_header`
/// is that of a packet of the same direction; it is empty for bare IP.
Packet make_background_packet(PacketPool& pool, std::uint64_t id, Time arrival, std::uint32_t bytes,
                              std::span<const std::uint8_t> link_header);

}  // namespace seawind
