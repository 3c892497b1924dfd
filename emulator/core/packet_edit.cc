// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/core/packet_edit.h"

#include <algorithm>
#include <array>
#include <cassert>
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

Packet in_place_of(const Packet& packet, std::uint64_t id, Bytes header, Bytes payload) {
  constexpr std::size_t kLinkHeader = 14, kLargestHeader = 48;
  const std::size_t link = packet.frame().size() - packet.size();
  assert(link == 0 || link == kLinkHeader);
  std::array<std::uint8_t, kLinkHeader + kLargestHeader> head{};
  std::ranges::copy(packet.frame().first(link), head.begin());
  if (link == kLinkHeader) write16(head, 12, header[0] >> 4 == 4 ? 0x0800 : 0x86dd);
  std::ranges::copy(header, head.begin() + static_cast<std::ptrdiff_t>(link));
  Packet out =
      Packet::copy_of(packet.pool(), id, packet.arrival(), Bytes(head).first(link + header.size()),
                      payload, static_cast<std::uint16_t>(link));
  out.set_traffic_class(packet.traffic_class());
  out.set_checksum_correct(packet.checksum_correct());
  return out;
}

}  // namespace seawind
