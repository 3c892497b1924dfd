// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/core/packet_edit.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstring>
#include <span>

#include "common/wire/checksum.h"
#include "common/wire/ip_edit.h"
#include "common/wire/ip_parse.h"
#include "common/wire/ip_protocols.h"
#include "common/wire/network_order.h"

namespace seawind {
namespace {

using Writable = std::span<std::uint8_t>;
using Bytes = std::span<const std::uint8_t>;

using namespace ip_protocol;

constexpr std::size_t kEthernet = 14;

void set_traffic_class(Packet& packet, std::uint8_t octet) {
  write_traffic_class(packet.mutable_ip_bytes(), packet.ip().version, octet);
  packet.reparse();
}

/// The checksum's offset in the transport header; nothing for transports not supported here.
std::optional<std::size_t> checksum_offset(std::uint8_t protocol) {
  switch (protocol) {
    case kTcp:
      return 16;
    case kUdp:
      return 6;
    case kIcmp:
    case kIcmp6:
      return 2;
    default:
      return {};
  }
}

void write_transport_checksum(Writable ip, const IpView& view) {
  const Writable segment = ip.subspan(view.header_bytes);
  const std::size_t offset = *checksum_offset(view.protocol);
  if (view.protocol == kUdp && view.version == 4 && read16(segment, offset) == 0) return;
  write16(segment, offset, 0);
  const std::uint32_t start =
      view.protocol == kIcmp ? 0 : pseudo_header_sum(ip, view.protocol, segment.size());
  std::uint16_t sum = checksum_fold(checksum_add(segment, start));
  if (view.protocol == kUdp && sum == 0) sum = 0xffff;
  write16(segment, offset, sum);
}

std::optional<std::uint32_t> transport_header(std::uint8_t protocol, Bytes transport) {
  std::size_t length = 8;
  switch (protocol) {
    case kTcp:
      if (transport.size() < 20) return {};
      length = std::size_t{transport[12]} / 16 * 4;
      if (length < 20) return {};
      break;
    case kDccp:
      if (transport.size() < 12) return {};
      length = std::size_t{transport[4]} * 4;
      if (length < 12) return {};
      break;
    case kUdp:
    case kUdpLite:
    case kIcmp:
    case kIcmp6:
      break;
    default:
      return {};
  }
  if (length > transport.size()) return {};
  return static_cast<std::uint32_t>(length);
}

}  // namespace

void set_dscp(Packet& packet, std::uint8_t dscp) {
  assert(packet.ip().version != 0 && dscp < 64);
  set_traffic_class(packet, static_cast<std::uint8_t>(dscp << 2 | packet.ip().ecn));
}

bool set_ce(Packet& packet) {
  if (packet.ip().version == 0 || packet.ip().ecn == 0) return false;
  if (packet.ip().ecn != 3) {
    set_traffic_class(packet, static_cast<std::uint8_t>(packet.ip().dscp << 2 | 3));
  }
  return true;
}

std::optional<std::uint32_t> header_length(const Packet& packet) {
  const IpView& ip = packet.ip();
  if (ip.version == 0 || is_fragment(ip, packet.ip_bytes())) return {};
  const auto transport = transport_header(ip.protocol, packet.ip_bytes().subspan(ip.header_bytes));
  if (!transport) return {};
  return ip.header_bytes + *transport;
}

bool cut(Packet& packet, std::uint32_t bytes) {
  const auto headers = header_length(packet);
  if (!headers || bytes < *headers || bytes >= packet.size()) return false;
  if (!checksum_offset(packet.ip().protocol)) return false;
  const IpView view = packet.ip();
  const Writable ip = packet.mutable_ip_bytes();
  if (view.version == 4) {
    write_ipv4_word(ip, 2, static_cast<std::uint16_t>(bytes));
  } else {
    write16(ip, 4, bytes - 40);
  }
  if (view.protocol == kUdp)
    write16(ip, view.header_bytes + std::size_t{4}, bytes - view.header_bytes);
  write_transport_checksum(ip.first(bytes), view);
  packet.reparse();
  return true;
}

bool cut_to_headers(Packet& packet) {
  const auto headers = header_length(packet);
  return headers && cut(packet, *headers);
}

Packet make_ack(PacketPool& pool, std::uint64_t id, Time arrival, const Packet& segment,
                const AckFields& fields) {
  constexpr std::size_t kTcpHeader = 20, kTimestampBytes = 12;
  const Bytes from = segment.ip_bytes();
  const std::size_t link_header = segment.frame().size() - segment.size();
  assert(tcp_view(segment) && (link_header == 0 || link_header == kEthernet));
  std::array<std::uint8_t, kEthernet + 40 + kTcpHeader + kTimestampBytes> frame{};
  if (link_header == kEthernet) {
    const Bytes ethernet = segment.frame().first(kEthernet);
    std::copy_n(ethernet.begin() + 6, 6, frame.begin());
    std::copy_n(ethernet.begin(), 6, frame.begin() + 6);
    std::copy_n(ethernet.begin() + 12, 2, frame.begin() + 12);
  }
  const bool v4 = segment.ip().version == 4;
  const std::size_t ip_header = v4 ? 20 : 40;
  const std::size_t tcp_bytes = kTcpHeader + (fields.timestamps ? kTimestampBytes : 0);
  const Writable ip = Writable(frame).subspan(link_header, ip_header + tcp_bytes);
  if (v4) {
    ip[0] = 0x45;
    write16(ip, 2, static_cast<std::uint32_t>(ip.size()));
    ip[6] = 0x40;  // do not fragment
    ip[8] = 64;
    ip[9] = kTcp;
    std::copy_n(from.begin() + 16, 4, ip.begin() + 12);
    std::copy_n(from.begin() + 12, 4, ip.begin() + 16);
    write16(ip, 10, checksum_fold(checksum_add(ip.first(ip_header))));
  } else {
    ip[0] = 0x60;
    write16(ip, 4, static_cast<std::uint32_t>(tcp_bytes));
    ip[6] = kTcp;
    ip[7] = 64;
    std::copy_n(from.begin() + 24, 16, ip.begin() + 8);
    std::copy_n(from.begin() + 8, 16, ip.begin() + 24);
  }
  const Writable tcp = ip.subspan(ip_header);
  write16(tcp, 0, segment.ip().destination_port);
  write16(tcp, 2, segment.ip().source_port);
  write32(tcp, 4, fields.sequence);
  write32(tcp, 8, fields.acknowledgement);
  tcp[12] = static_cast<std::uint8_t>(tcp_bytes / 4 << 4);
  tcp[13] = 0x10;
  write16(tcp, 14, fields.window);
  if (fields.timestamps) {
    write32(tcp, kTcpHeader, 0x0101080a);  // two NOP options, then kind 8, length 10
    write32(tcp, kTcpHeader + 4, fields.timestamps->value);
    write32(tcp, kTcpHeader + 8, fields.timestamps->echo);
  }
  IpView view;
  view.version = segment.ip().version;
  view.protocol = kTcp;
  view.header_bytes = static_cast<std::uint16_t>(ip_header);
  write_transport_checksum(ip, view);
  return Packet::copy_of(pool, id, arrival, Bytes(frame).first(link_header + ip.size()),
                         static_cast<std::uint16_t>(link_header));
}

}  // namespace seawind
