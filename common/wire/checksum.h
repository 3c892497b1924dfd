// SPDX-License-Identifier: GPL-3.0-or-later
// The Internet checksum (RFC 1071) and its incremental update (RFC 1624).
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>

namespace seawind {

/// The ones' complement sum of the big-endian 16-bit words of `bytes`; an odd last byte is padded
/// with zero. `sum` is the sum of the preceding bytes, whose count must be even.
constexpr std::uint32_t checksum_add(std::span<const std::uint8_t> bytes, std::uint32_t sum = 0) {
  if (!std::is_constant_evaluated()) {
    // The sum does not depend on the order of the bytes within the words (RFC 1071, 2 B), so that
    // 32 bytes at a time are added as they lie in memory.
    std::uint64_t a = 0, b = 0;
    for (; bytes.size() >= 32; bytes = bytes.subspan(32)) {
      std::array<std::uint64_t, 4> w;
      std::memcpy(w.data(), bytes.data(), sizeof w);
      a += (w[0] >> 32) + (w[0] & 0xffffffff) + (w[1] >> 32) + (w[1] & 0xffffffff);
      b += (w[2] >> 32) + (w[2] & 0xffffffff) + (w[3] >> 32) + (w[3] & 0xffffffff);
    }
    a += b;
    while (a > 0xffff) a = (a & 0xffff) + (a >> 16);
    if constexpr (std::endian::native == std::endian::little) a = (a >> 8) | (a & 0xff) << 8;
    sum = (sum & 0xffff) + (sum >> 16) + static_cast<std::uint32_t>(a);
  }
  for (std::size_t i = 0; i + 1 < bytes.size(); i += 2) {
    sum += static_cast<std::uint32_t>(bytes[i] << 8 | bytes[i + 1]);
    sum = (sum & 0xffff) + (sum >> 16);
  }
  if (bytes.size() % 2 != 0) sum += static_cast<std::uint32_t>(bytes.back() << 8);
  return (sum & 0xffff) + (sum >> 16);
}

constexpr std::uint16_t checksum_fold(std::uint32_t sum) {
  while (sum > 0xffff) sum = (sum & 0xffff) + (sum >> 16);
  return static_cast<std::uint16_t>(~sum);
}

/// Returns the checksum `old` after a covered word changed from `from` to `to`: HC' = ~(~HC + ~m +
/// m').
constexpr std::uint16_t checksum_update(std::uint16_t old, std::uint16_t from, std::uint16_t to) {
  const auto inverted = [](std::uint16_t word) {
    return std::uint32_t{static_cast<std::uint16_t>(~word)};
  };
  return checksum_fold(inverted(old) + inverted(from) + to);
}

/// The sum of the pseudo-header by which the checksums of TCP, UDP and ICMPv6 begin (RFC 9293, RFC
/// 768, RFC 8200). `length`: of the transport's header and payload, bytes.
constexpr std::uint32_t pseudo_header_sum(std::span<const std::uint8_t> ip, std::uint8_t protocol,
                                          std::size_t length) {
  const auto addresses = ip[0] >> 4 == 4 ? ip.subspan(12, 8) : ip.subspan(8, 32);
  return checksum_add(addresses, protocol + static_cast<std::uint32_t>(length));
}

}  // namespace seawind
