// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/results/trace.h"

namespace seawind {
namespace {

using Bytes = std::span<const std::uint8_t>;

std::uint16_t u16(Bytes b, std::size_t at) {
  return static_cast<std::uint16_t>(b[at] << 8 | b[at + 1]);
}
std::uint32_t u32(Bytes b, std::size_t at) {
  return static_cast<std::uint32_t>(u16(b, at)) << 16 | u16(b, at + 2);
}

/// The offset of the transport header (0: not present), its protocol, and the length of the IP
/// packet.
struct Network {
  std::uint8_t protocol = 0;
  std::uint8_t ecn = 0;
  std::size_t header = 0;
  std::size_t total = 0;
};

std::optional<Network> parse_ipv4(Bytes p) {
  if (p.size() < 20) return {};
  const std::size_t header = (p[0] & 0xfu) * 4u;
  if (header < 20) return {};
  const bool first_fragment = (u16(p, 6) & 0x1fff) == 0;
  return Network{p[9], static_cast<std::uint8_t>(p[1] & 3), first_fragment ? header : 0, u16(p, 2)};
}

std::optional<Network> parse_ipv6(Bytes p) {
  if (p.size() < 40) return {};
  Network found{p[6], static_cast<std::uint8_t>(p[1] >> 4 & 3), 40, 40u + u16(p, 4)};
  constexpr std::uint8_t kHopByHop = 0, kRouting = 43, kFragment = 44, kDestination = 60;
  while (found.protocol == kHopByHop || found.protocol == kRouting || found.protocol == kFragment ||
         found.protocol == kDestination) {
    const std::size_t at = found.header;
    if (at + 8 > p.size()) return {};
    if (found.protocol == kFragment && (u16(p, at + 2) & 0xfff8) != 0) {
      found.protocol = p[at];
      found.header = 0;
      return found;
    }
    found.header += found.protocol == kFragment ? 8 : (p[at + 1] + 1u) * 8u;
    found.protocol = p[at];
  }
  return found;
}

std::optional<TcpSegment> parse_segment(Bytes tcp, const Network& network) {
  if (tcp.size() < 20) return {};
  const std::size_t headers = network.header + (tcp[12] >> 4) * 4u;
  if ((tcp[12] >> 4) < 5 || headers > network.total) return {};
  TcpSegment s;
  s.source_port = u16(tcp, 0);
  s.destination_port = u16(tcp, 2);
  s.sequence = u32(tcp, 4);
  s.acknowledgement = u32(tcp, 8);
  s.fin = tcp[13] & 0x01;
  s.syn = tcp[13] & 0x02;
  s.rst = tcp[13] & 0x04;
  s.ack = tcp[13] & 0x10;
  s.headers = static_cast<std::int64_t>(headers);
  s.payload = static_cast<std::int64_t>(network.total - headers);
  return s;
}

}  // namespace

std::optional<IpPacket> parse_snap(Bytes p) {
  if (p.empty()) return {};
  const auto network = (p[0] >> 4) == 4   ? parse_ipv4(p)
                       : (p[0] >> 4) == 6 ? parse_ipv6(p)
                                          : std::nullopt;
  if (!network) return {};
  IpPacket packet;
  packet.protocol = network->protocol;
  packet.ecn = network->ecn;
  packet.total = static_cast<std::int64_t>(network->total);
  if (network->header == 0 || network->header >= p.size()) return packet;
  const Bytes transport = p.subspan(network->header);
  if ((packet.protocol == kTcp || packet.protocol == kUdp) && transport.size() >= 4) {
    packet.source_port = u16(transport, 0);
    packet.destination_port = u16(transport, 2);
  }
  if (packet.protocol == kUdp && transport.size() >= 16)
    packet.udp_head = static_cast<std::uint64_t>(u32(transport, 8)) << 32 | u32(transport, 12);
  if (packet.protocol == kTcp) packet.tcp = parse_segment(transport, *network);
  if ((packet.protocol == kIcmp || packet.protocol == kIcmpV6) && transport.size() >= 8) {
    packet.icmp_type = transport[0];
    packet.icmp_identifier = u16(transport, 4);
    packet.icmp_sequence = u16(transport, 6);
  }
  return packet;
}

std::optional<TcpSegment> parse_tcp(Bytes p) {
  const auto packet = parse_snap(p);
  return packet ? packet->tcp : std::nullopt;
}

}  // namespace seawind
