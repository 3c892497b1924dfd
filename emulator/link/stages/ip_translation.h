// SPDX-License-Identifier: GPL-3.0-or-later
// Translation of headers between IPv4 and IPv6 (RFC 7915). The time to live and the hop limit are
// copied: no stage is a hop.
//
// Checksums of TCP, UDP and ICMP echo are updated incrementally (RFC 1624), so that a wrong one
// stays wrong.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>

#include "common/wire/embedded_ipv4.h"
#include "emulator/link/stages/endpoint_edit.h"

namespace seawind {

/// The header of a packet or quote, as far as it is translated. IPv4 options, and extension headers
/// of IPv6 except Fragment, are left out.
struct IpFields {
  std::uint8_t version = 0;
  std::uint8_t traffic_class = 0;
  std::uint8_t hop_limit = 0;
  std::uint8_t protocol = 0;         // kIcmp for ICMP of both versions
  bool has_fragment_header = false;  // IPv4: is a fragment
  bool may_not_fragment = false;     // DF of IPv4
  bool more_fragments = false;
  std::uint16_t fragment_offset = 0;  // in 8 bytes
  std::uint32_t id = 0;               // of IPv4, or of the Fragment header
  std::size_t header = 0;             // bytes, with all that is left out
  std::size_t payload = 0;            // bytes behind it, as the length field states

  bool is_fragment() const { return more_fragments || fragment_offset != 0; }
};

/// `ip`: a packet, or a quote, which may be cut behind the headers. Nothing for cut headers,
/// a Routing header with segments left, AH, an extension header behind Fragment, and ICMP of the
/// other version: these are not translated.
std::optional<IpFields> read_ip(std::span<const std::uint8_t> ip);

/// Types of ICMP and ICMPv6.
inline constexpr std::uint8_t kEchoReply = 0, kEchoRequest = 8, kEchoRequest6 = 128,
                              kEchoReply6 = 129;
inline constexpr std::size_t kIpv4Header = 20, kIpv6Header = 40, kFragmentHeader = 8;

/// Write a header and return its length in bytes: IPv4 20; IPv6 40, for a fragment 48 with its
/// Fragment header. An IPv4 header gets the lower half of `id`.
std::size_t write_ipv4(const IpFields& fields, std::uint32_t source, std::uint32_t destination,
                       std::span<std::uint8_t> out);
std::size_t write_ipv6(const IpFields& fields, const Ipv6Address& source,
                       const Ipv6Address& destination, std::span<std::uint8_t> out);

/// Whether the transport of a packet or first fragment is TCP, UDP, or an echo request or reply of
/// `fields.version`, of which the first 8 bytes are there. Then port_of() and
/// translate_transport() may be called.
bool has_ports(const IpFields& fields, std::span<const std::uint8_t> transport);
/// Port, or identifier of ICMP echo.
std::uint16_t port_of(std::uint8_t protocol, std::span<const std::uint8_t> transport, End end);

/// The sum of the pseudo-header of an IP header and its transport; 0 for ICMP of IPv4.
std::uint32_t pseudo_header_of(std::span<const std::uint8_t> ip, const IpFields& fields);
/// Sets the port or identifier of `end` and the other version's type of ICMP echo, and updates the
/// checksum, if it is among the bytes, from pseudo-header `from` to pseudo-header `to`. A UDP
/// checksum of 0 (none) stays 0.
void translate_transport(std::span<std::uint8_t> transport, std::uint8_t protocol, End end,
                         std::uint16_t port, std::uint32_t from, std::uint32_t to);

/// Type, code and the 4 bytes behind the checksum, which is 0.
using IcmpHead = std::array<std::uint8_t, 8>;
/// The head of an ICMP error (8 bytes at least) for the other version (RFC 7915, 4.2 and 5.2).
/// Nothing: the error is not translated. `mtu`: of the IPv6 network. An ICMP error that states no
/// MTU gets 1280: the plateaus of RFC 1191 below 1492 are less.
std::optional<IcmpHead> icmp6_error_head(std::span<const std::uint8_t> icmp, std::uint32_t mtu);
std::optional<IcmpHead> icmp_error_head(std::span<const std::uint8_t> icmp6, std::uint32_t mtu);

}  // namespace seawind
