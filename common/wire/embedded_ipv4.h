// SPDX-License-Identifier: GPL-3.0-or-later
// IPv4 addresses inside IPv6 addresses (RFC 6052, 2.2): a prefix of 32, 40, 48, 56, 64 or 96 bits,
// then the 4 bytes of the IPv4 address, which leave out byte 8.
#pragma once

#include <arpa/inet.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "common/wire/network_order.h"

namespace seawind {

/// The IPv6 address of a mobile host behind a NAT64 (of the documentation prefix, RFC 3849, since
/// it belongs to the link alone), the length of its network, and the next hop to the prefixes.
inline constexpr auto kNat64Host = "2001:db8::2";
inline constexpr auto kNat64HostPrefix = "/64";
inline constexpr auto kNat64Router = "2001:db8::1";

using Ipv6Address = std::array<std::uint8_t, 16>;

class EmbeddedIpv4 {
 public:
  /// The well-known prefix, 64:ff9b::/96.
  EmbeddedIpv4() = default;
  /// "64:ff9b::/96". Nothing if it is not a prefix of such a length, or if a bit behind its end or
  /// of byte 8 is set.
  static std::optional<EmbeddedIpv4> parse(const std::string& text) {
    EmbeddedIpv4 out;
    const std::size_t slash = std::min(text.find('/'), text.size());
    const char* const end = text.data() + text.size();
    unsigned bits = 0;
    const auto read = std::from_chars(std::min(text.data() + slash + 1, end), end, bits);
    constexpr std::array kLengths{32U, 40U, 48U, 56U, 64U, 96U};
    if (read.ec != std::errc() || read.ptr != end || std::ranges::count(kLengths, bits) == 0 ||
        inet_pton(AF_INET6, text.substr(0, slash).c_str(), out.prefix_.data()) != 1) {
      return {};
    }
    out.bytes_ = static_cast<std::uint8_t>(bits / 8);
    const auto is_set = [](std::uint8_t byte) { return byte != 0; };
    if (std::any_of(out.prefix_.begin() + bits / 8, out.prefix_.end(), is_set) || out.prefix_[8]) {
      return {};
    }
    return out;
  }

  /// `address`: 16 bytes.
  bool contains(std::span<const std::uint8_t> address) const {
    return std::equal(prefix_.begin(), prefix_.begin() + bytes_, address.begin());
  }
  std::uint32_t extract(std::span<const std::uint8_t> address) const {
    std::array<std::uint8_t, 4> out{};
    for (std::size_t i = 0; i < 4; ++i) out[i] = address[place(i)];
    return read32(out, 0);
  }
  Ipv6Address embed(std::uint32_t address) const {
    Ipv6Address out = prefix_;
    std::array<std::uint8_t, 4> bytes{};
    write32(bytes, 0, address);
    for (std::size_t i = 0; i < 4; ++i) out[place(i)] = bytes[i];
    return out;
  }

 private:
  std::size_t place(std::size_t i) const {
    const std::size_t at = bytes_ + i;
    return bytes_ <= 8 && at >= 8 ? at + 1 : at;
  }

  Ipv6Address prefix_{0, 0x64, 0xff, 0x9b};
  std::uint8_t bytes_ = 12;
};

}  // namespace seawind
