// SPDX-License-Identifier: GPL-3.0-or-later
// Edits of IP headers in place. The IPv4 header checksum is updated incrementally (RFC 1624,
// equation 3), so a wrong checksum stays wrong.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "common/wire/checksum.h"
#include "common/wire/network_order.h"

namespace seawind {

/// Overwrites a 16-bit word of an IPv4 header. `at` is even and not the checksum's offset, 10;
/// `value` is in host order. `ip` includes the 20 fixed bytes and the word.
inline void write_ipv4_word(std::span<std::uint8_t> ip, std::size_t at, std::uint16_t value) {
  write16(ip, 10, checksum_update(read16(ip, 10), read16(ip, at), value));
  write16(ip, at, value);
}

/// Sets the type of service of IPv4 or the traffic class of IPv6: DSCP and ECN. `ip` includes the
/// 20 fixed bytes of IPv4, or the first 2 bytes of IPv6.
inline void write_traffic_class(std::span<std::uint8_t> ip, std::uint8_t version,
                                std::uint8_t octet) {
  if (version == 4) {
    write_ipv4_word(ip, 0, static_cast<std::uint16_t>(ip[0] << 8 | octet));
  } else {
    ip[0] = static_cast<std::uint8_t>((ip[0] & 0xf0) | octet >> 4);
    ip[1] = static_cast<std::uint8_t>((ip[1] & 0x0f) | octet << 4);
  }
}

}  // namespace seawind
