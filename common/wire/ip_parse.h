// SPDX-License-Identifier: GPL-3.0-or-later
// Parses IPv4 and IPv6 headers. Never reads beyond the given bytes and never throws. Checksums are
// not verified; the hosts do that.
//
// The parser is inlined into its callers: the emulator parses each packet once or twice, and a call
// costs 12 instructions (3 %) of Packet::copy_of().
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <type_traits>

#include "common/wire/ip_protocols.h"
#include "common/wire/ip_view.h"
#include "common/wire/network_order.h"

namespace seawind {

struct ParsedIp {
  IpView view;
  std::uint32_t total_bytes = 0;  // header and payload; later bytes are frame padding
};

/// Parses the packet that starts at `bytes[0]`. Returns nothing unless the bytes hold a whole IPv4
/// or IPv6 packet. Rejects an unknown version, a truncated header or extension header, an
/// impossible header length, a total length beyond the given bytes (truncated capture), and an IPv6
/// jumbogram.
inline std::optional<ParsedIp> parse_ip(std::span<const std::uint8_t> bytes);

/// As above, for a packet of `size` bytes. `bytes`: its first bytes, with all headers.
inline std::optional<ParsedIp> parse_ip(std::span<const std::uint8_t> bytes, std::size_t size);

/// The first bytes of a packet.
struct IpPrefix {
  IpView view;                    // ports are 0 if they are not among the bytes
  std::uint32_t total_bytes = 0;  // as the length field states, more or less than the bytes
  std::size_t transport = 0;      // offset of the transport header; 0: a later fragment has none,
                                  // or the header starts behind the bytes
};

/// Parses the first bytes of a packet, for captures that store no more. Returns nothing for an
/// unknown version, a truncated fixed header, an impossible header length, and an extension header
/// of which the first 8 bytes are missing.
inline std::optional<IpPrefix> parse_ip_prefix(std::span<const std::uint8_t> bytes);

/// The length field of the packet as a total length in bytes; 0 if the field is not among the bytes
/// or the version is unknown.
inline std::uint32_t ip_length(std::span<const std::uint8_t> bytes);

/// True for every fragment of a larger packet, the first one included. `bytes` starts at the IP
/// header; `view` is the result of parse_ip() for these bytes.
inline bool is_fragment(const IpView& view, std::span<const std::uint8_t> bytes);

/// True for every fragment but the first one; it has no transport header.
inline bool is_later_fragment(const IpView& view, std::span<const std::uint8_t> bytes);

namespace wire_internal {

using Bytes = std::span<const std::uint8_t>;

inline bool has_ports(std::uint8_t protocol) {
  using namespace ip_protocol;
  return protocol == kTcp || protocol == kUdp || protocol == kDccp || protocol == kSctp ||
         protocol == kUdpLite;
}

inline void set_traffic_class(IpView& view, std::uint8_t octet) {
  view.dscp = octet >> 2;
  view.ecn = octet & 3;
}

// For a first fragment or a whole packet, with the transport header at offset `at`. Ports are the
// first four bytes of that header; they stay 0 if those bytes are missing.
inline void read_ports(IpView& view, Bytes packet, std::size_t at) {
  if (!has_ports(view.protocol) || packet.size() < at + 4) return;
  view.source_port = read16(packet, at);
  view.destination_port = read16(packet, at + 2);
}

// Result is ParsedIp for whole packets, or IpPrefix.
template <class Result>
constexpr bool kWhole = std::is_same_v<Result, ParsedIp>;

// Reads the fields behind the IP header of `packet`, which ends at offset `at`.
template <class Result>
void finish(Result& ip, Bytes packet, std::size_t at, bool later_fragment) {
  ip.view.header_bytes = static_cast<std::uint16_t>(at);
  if (!later_fragment) read_ports(ip.view, packet, at);
  if constexpr (!kWhole<Result>) ip.transport = later_fragment || at >= packet.size() ? 0 : at;
}

template <class Result>
[[gnu::always_inline]] inline std::optional<Result> parse_ipv4(Bytes bytes, std::size_t size) {
  if (bytes.size() < 20) return {};
  const std::size_t header = std::size_t{bytes[0] & 15u} * 4;
  const std::size_t total = read16(bytes, 2);
  if (header < 20) return {};
  if (kWhole<Result> && (total < header || total > size || header > bytes.size())) return {};
  Result ip;
  ip.total_bytes = static_cast<std::uint32_t>(total);
  ip.view.version = 4;
  set_traffic_class(ip.view, bytes[1]);
  ip.view.protocol = bytes[9];
  const bool later_fragment = (read16(bytes, 6) & 0x1fff) != 0;
  finish(ip, kWhole<Result> ? bytes.first(std::min(total, bytes.size())) : bytes, header,
         later_fragment);
  return ip;
}

template <class Result>
[[gnu::always_inline]] inline std::optional<Result> parse_ipv6(Bytes bytes, std::size_t size) {
  constexpr std::size_t kFixed = 40;
  constexpr std::uint8_t kHopByHop = 0, kRouting = 43, kFragment = 44, kAuth = 51, kOptions = 60;
  if (bytes.size() < kFixed) return {};
  const std::size_t total = kFixed + read16(bytes, 4);
  if (kWhole<Result> && total > size) return {};
  const Bytes packet = kWhole<Result> ? bytes.first(std::min(total, bytes.size())) : bytes;
  Result ip;
  ip.total_bytes = static_cast<std::uint32_t>(total);
  ip.view.version = 6;
  set_traffic_class(ip.view, static_cast<std::uint8_t>(read16(bytes, 0) >> 4));
  std::uint8_t next = bytes[6];
  std::size_t at = kFixed;
  bool later_fragment = false;
  // The bytes after a later fragment's header are payload; they are not parsed as headers.
  while (!later_fragment && (next == kHopByHop || next == kRouting || next == kFragment ||
                             next == kAuth || next == kOptions)) {
    if (at + 8 > packet.size()) return {};
    std::size_t length = 8;
    if (next == kFragment) {
      later_fragment = (read16(packet, at + 2) & 0xfff8) != 0;
    } else if (next == kAuth) {
      length = (std::size_t{packet[at + 1]} + 2) * 4;
    } else {
      length = (std::size_t{packet[at + 1]} + 1) * 8;
    }
    if (kWhole<Result> && at + length > packet.size()) return {};
    next = packet[at];
    at += length;
  }
  ip.view.protocol = next;
  finish(ip, packet, at, later_fragment);
  return ip;
}

template <class Result>
[[gnu::always_inline]] inline std::optional<Result> parse(Bytes bytes, std::size_t size) {
  if (bytes.empty()) return {};
  switch (bytes[0] >> 4) {
    case 4:
      return parse_ipv4<Result>(bytes, size);
    case 6:
      return parse_ipv6<Result>(bytes, size);
    default:
      return {};
  }
}

}  // namespace wire_internal

[[gnu::always_inline]] inline std::optional<ParsedIp> parse_ip(
    std::span<const std::uint8_t> bytes) {
  return wire_internal::parse<ParsedIp>(bytes, bytes.size());
}

[[gnu::always_inline]] inline std::optional<ParsedIp> parse_ip(std::span<const std::uint8_t> bytes,
                                                               std::size_t size) {
  return wire_internal::parse<ParsedIp>(bytes, size);
}

inline std::optional<IpPrefix> parse_ip_prefix(std::span<const std::uint8_t> bytes) {
  return wire_internal::parse<IpPrefix>(bytes, bytes.size());
}

inline std::uint32_t ip_length(std::span<const std::uint8_t> bytes) {
  if (bytes.size() >= 4 && bytes[0] >> 4 == 4) return read16(bytes, 2);
  if (bytes.size() >= 6 && bytes[0] >> 4 == 6) return 40U + read16(bytes, 4);
  return 0;
}

namespace wire_internal {

struct FragmentFields {
  bool later = false;  // with an offset
  bool more = false;
};

inline FragmentFields fragment_fields(const IpView& view, Bytes bytes) {
  if (view.version == 4) {
    const std::uint16_t field = read16(bytes, 6);
    return {(field & 0x1fff) != 0, (field & 0x2000) != 0};
  }
  constexpr std::uint8_t kFragment = 44, kAuth = 51;
  FragmentFields fields;
  std::uint8_t next = bytes[6];
  for (std::size_t at = 40; at < view.header_bytes;) {
    if (next == kFragment) {
      const std::uint16_t field = read16(bytes, at + 2);
      fields.later |= (field & 0xfff8) != 0;
      fields.more |= (field & 1) != 0;
    }
    const std::size_t units = bytes[at + 1];
    const std::size_t length = next == kFragment ? 8
                               : next == kAuth   ? (units + 2) * 4
                                                 : (units + 1) * 8;
    next = bytes[at];
    at += length;
  }
  return fields;
}

}  // namespace wire_internal

inline bool is_fragment(const IpView& view, std::span<const std::uint8_t> bytes) {
  const auto [later, more] = wire_internal::fragment_fields(view, bytes);
  return later || more;
}

inline bool is_later_fragment(const IpView& view, std::span<const std::uint8_t> bytes) {
  return wire_internal::fragment_fields(view, bytes).later;
}

}  // namespace seawind
