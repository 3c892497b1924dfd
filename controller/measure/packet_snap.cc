// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/measure/packet_snap.h"

#include "common/wire/ip_parse.h"
#include "common/wire/ip_protocols.h"
#include "common/wire/network_order.h"

namespace seawind {
namespace {

using namespace ip_protocol;

using Bytes = std::span<const std::uint8_t>;

std::optional<TcpSegment> parse_segment(Bytes tcp, const IpPrefix& ip) {
  if (tcp.size() < 20) return {};
  const std::size_t headers = ip.transport + (tcp[12] >> 4) * 4u;
  if ((tcp[12] >> 4) < 5 || headers > ip.total_bytes) return {};
  TcpSegment s;
  s.source_port = read16(tcp, 0);
  s.destination_port = read16(tcp, 2);
  s.sequence = read32(tcp, 4);
  s.acknowledgement = read32(tcp, 8);
  s.fin = tcp[13] & 0x01;
  s.syn = tcp[13] & 0x02;
  s.ack = tcp[13] & 0x10;
  s.headers = static_cast<std::int64_t>(headers);
  s.payload = static_cast<std::int64_t>(ip.total_bytes - headers);
  return s;
}

}  // namespace

std::optional<IpPacket> parse_snap(Bytes p) {
  const auto ip = parse_ip_prefix(p);
  if (!ip) return {};
  IpPacket packet;
  packet.protocol = ip->view.protocol;
  packet.source_port = ip->view.source_port;
  packet.destination_port = ip->view.destination_port;
  if (ip->view.version == 4) {
    packet.source_address = read32(p, 12);
    packet.destination_address = read32(p, 16);
  }
  packet.later_fragment = ip->transport == 0;
  if (packet.later_fragment) return packet;
  const Bytes transport = p.subspan(ip->transport);
  const bool is_icmp = packet.protocol == kIcmp || packet.protocol == kIcmp6;
  if ((packet.protocol == kUdp || is_icmp) && transport.size() >= 16)
    packet.payload_head =
        static_cast<std::uint64_t>(read32(transport, 8)) << 32 | read32(transport, 12);
  if (packet.protocol == kTcp) packet.tcp = parse_segment(transport, *ip);
  if (is_icmp && transport.size() >= 8) {
    packet.icmp_type = transport[0];
    packet.icmp_identifier = read16(transport, 4);
    packet.icmp_sequence = read16(transport, 6);
  }
  return packet;
}

}  // namespace seawind
