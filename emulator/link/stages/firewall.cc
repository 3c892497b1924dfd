// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/link/stages/firewall.h"

#include <algorithm>

#include "common/wire/ip_parse.h"
#include "common/wire/ip_protocols.h"
#include "emulator/core/packet_answers.h"

namespace seawind {
namespace {

bool is_neighbour_discovery(const Packet& packet) {
  const IpView& ip = packet.ip();
  if (ip.protocol != ip_protocol::kIcmp6 || packet.size() <= ip.header_bytes) return false;
  if (is_later_fragment(ip, packet.ip_bytes())) return false;
  const std::uint8_t type = packet.ip_bytes()[ip.header_bytes];
  return type >= 133 && type <= 137;  // RFC 4861
}

bool matches(Firewall::Protocol blocked, std::uint8_t protocol) {
  switch (blocked) {
    case Firewall::Protocol::kUdp:
      return protocol == ip_protocol::kUdp;
    case Firewall::Protocol::kTcp:
      return protocol == ip_protocol::kTcp;
    case Firewall::Protocol::kIcmp:
      return protocol == ip_protocol::kIcmp || protocol == ip_protocol::kIcmp6;
    case Firewall::Protocol::kAll:
      break;
  }
  return true;
}

}  // namespace

bool FirewallStage::blocks(Direction of, const Packet& packet) const {
  const IpView& ip = packet.ip();
  if (!matches(config_.protocol, ip.protocol) || is_neighbour_discovery(packet)) return false;
  if (config_.ports.empty()) return true;
  const std::uint16_t port = of == Direction::kDownlink ? ip.source_port : ip.destination_port;
  return std::ranges::find(config_.ports, port) != config_.ports.end();
}

Packet FirewallStage::pass(Direction of, Packet packet) {
  if (!blocks(of, packet)) return packet;
  Packet reply = answer(packet);
  return drop_and_answer(of, std::move(packet), DropReason::kFirewall, std::move(reply));
}

Packet FirewallStage::answer(const Packet& packet) {
  switch (config_.answer) {
    case Firewall::Answer::kNone:
      break;
    case Firewall::Answer::kIcmp:
      return make_icmp_error(context_.generated_id(), context_.now(), packet,
                             IcmpError::kProhibited);
    case Firewall::Answer::kReset:
      return make_reset(context_.generated_id(), context_.now(), packet);
  }
  return {};
}

}  // namespace seawind
