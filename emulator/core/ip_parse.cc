// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/core/ip_parse.h"

#include "emulator/core/ip_protocols.h"
#include "emulator/core/network_order.h"

namespace seawind {
namespace {

using Bytes = std::span<const std::uint8_t>;

bool has_ports(std::uint8_t protocol) {
  using namespace ip_protocol;
  return protocol == kTcp || protocol == kUdp || protocol == kDccp || protocol == kSctp ||
         protocol == kUdpLite;
}

void set_traffic_class(IpView& view, std::uint8_t octet) {
  view.dscp = octet >> 2;
  view.ecn = octet & 3;
}

// For a first fragment or a whole packet. Ports are the first four bytes of the transport header;
// they stay 0 if those bytes are missing.
void read_ports(IpView& view, Bytes packet) {
  const std::size_t at = view.header_bytes;
  if (!has_ports(view.protocol) || packet.size() < at + 4) return;
  view.source_port = read16(packet, at);
  view.destination_port = read16(packet, at + 2);
}

std::optional<ParsedIp> parse_ipv4(Bytes bytes) {
  if (bytes.size() < 20) return {};
  const std::size_t header = std::size_t{bytes[0] & 15u} * 4;
  const std::size_t total = read16(bytes, 2);
  if (header < 20 || total < header || total > bytes.size()) return {};
  ParsedIp ip;
  ip.total_bytes = static_cast<std::uint32_t>(total);
  ip.view.version = 4;
  set_traffic_class(ip.view, bytes[1]);
  ip.view.protocol = bytes[9];
  ip.view.header_bytes = static_cast<std::uint16_t>(header);
  const bool later_fragment = (read16(bytes, 6) & 0x1fff) != 0;
  if (!later_fragment) read_ports(ip.view, bytes.first(total));
  return ip;
}

std::optional<ParsedIp> parse_ipv6(Bytes bytes) {
  constexpr std::size_t kFixed = 40;
  constexpr std::uint8_t kHopByHop = 0, kRouting = 43, kFragment = 44, kAuth = 51, kOptions = 60;
  if (bytes.size() < kFixed) return {};
  const std::size_t total = kFixed + read16(bytes, 4);
  if (total > bytes.size()) return {};
  const Bytes packet = bytes.first(total);
  ParsedIp ip;
  ip.total_bytes = static_cast<std::uint32_t>(total);
  ip.view.version = 6;
  set_traffic_class(ip.view, static_cast<std::uint8_t>(read16(bytes, 0) >> 4));
  std::uint8_t next = bytes[6];
  std::size_t at = kFixed;
  bool later_fragment = false;
  // The bytes after a later fragment's header are payload; they are not parsed as headers.
  while (!later_fragment && (next == kHopByHop || next == kRouting || next == kFragment ||
                             next == kAuth || next == kOptions)) {
    if (at + 8 > total) return {};
    std::size_t length = 8;
    if (next == kFragment) {
      later_fragment = (read16(packet, at + 2) & 0xfff8) != 0;
    } else if (next == kAuth) {
      length = (std::size_t{packet[at + 1]} + 2) * 4;
    } else {
      length = (std::size_t{packet[at + 1]} + 1) * 8;
    }
    if (at + length > total) return {};
    next = packet[at];
    at += length;
  }
  ip.view.protocol = next;
  ip.view.header_bytes = static_cast<std::uint16_t>(at);
  if (!later_fragment) read_ports(ip.view, packet);
  return ip;
}

}  // namespace

std::optional<ParsedIp> parse_ip(Bytes bytes) {
  if (bytes.empty()) return {};
  switch (bytes[0] >> 4) {
    case 4:
      return parse_ipv4(bytes);
    case 6:
      return parse_ipv6(bytes);
    default:
      return {};
  }
}

bool is_fragment(const IpView& view, Bytes bytes) {
  if (view.version == 4) return (read16(bytes, 6) & 0x3fff) != 0;  // more fragments, or an offset
  constexpr std::uint8_t kFragment = 44, kAuth = 51;
  std::uint8_t next = bytes[6];
  for (std::size_t at = 40; at < view.header_bytes;) {
    if (next == kFragment && (read16(bytes, at + 2) & 0xfff9) != 0) return true;
    const std::size_t units = bytes[at + 1];
    const std::size_t length = next == kFragment ? 8
                               : next == kAuth   ? (units + 2) * 4
                                                 : (units + 1) * 8;
    next = bytes[at];
    at += length;
  }
  return false;
}

}  // namespace seawind
