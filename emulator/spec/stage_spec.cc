// SPDX-License-Identifier: GPL-3.0-or-later
// Stages: base station functions, and elements of the path.
#include "emulator/api/values.h"
#include "emulator/spec/parts.h"

namespace seawind::spec {
namespace {

// The enumerations of message and configuration have the same order.
static_assert(static_cast<int>(FirewallSpec::FIREWALL_ALL) ==
              static_cast<int>(Firewall::Protocol::kAll));
static_assert(static_cast<int>(FirewallSpec::FIREWALL_RESET) ==
              static_cast<int>(Firewall::Answer::kReset));
static_assert(static_cast<int>(NatSpec::SYMMETRIC) == static_cast<int>(Nat::Mapping::kSymmetric));
static_assert(static_cast<int>(NatSpec::FILTER_NONE) ==
              static_cast<int>(Nat::Filtering::kEndpointIndependent));

Firewall firewall(const FirewallSpec& from) {
  return {.protocol = static_cast<Firewall::Protocol>(from.protocol()),
          .ports = {from.ports().begin(), from.ports().end()},
          .answer = static_cast<Firewall::Answer>(from.answer())};
}

Nat nat(const NatSpec& from) {
  Nat out;
  out.mapping = static_cast<Nat::Mapping>(from.mapping());
  out.filtering = static_cast<Nat::Filtering>(from.filtering());
  if (from.has_udp_timeout()) out.udp_timeout = Duration::nanoseconds(from.udp_timeout());
  if (from.has_tcp_timeout()) out.tcp_timeout = Duration::nanoseconds(from.tcp_timeout());
  if (from.has_tcp_transitory_timeout()) {
    out.tcp_transitory_timeout = Duration::nanoseconds(from.tcp_transitory_timeout());
  }
  if (from.has_icmp_timeout()) out.icmp_timeout = Duration::nanoseconds(from.icmp_timeout());
  out.pool = static_cast<std::uint8_t>(from.pool());
  if (from.has_addresses()) out.addresses = static_cast<std::uint16_t>(from.addresses());
  if (from.has_first_port()) out.first_port = static_cast<std::uint16_t>(from.first_port());
  if (from.has_last_port()) out.last_port = static_cast<std::uint16_t>(from.last_port());
  out.ports_per_host = static_cast<std::uint32_t>(from.ports_per_host());
  out.change_at_handover = from.change_at() == NatSpec::HANDOVER;
  return out;
}

Nat64 nat64(const NatSpec& from) {
  Nat64 out{.nat = nat(from)};
  if (from.has_prefix()) out.prefix = EmbeddedIpv4::parse(from.prefix()).value_or(out.prefix);
  if (from.has_mtu()) out.mtu = static_cast<std::uint32_t>(from.mtu());
  return out;
}

StageConfig stage(const StageSpec& from) {
  switch (from.kind_case()) {
    case StageSpec::kFastReset:
      return FastReset{};
    case StageSpec::kLifetimeDiscard:
      return LifetimeDiscard{from.lifetime_discard().headercasting()};
    case StageSpec::kDropFromHead:
      return DropFromHead{buffer_limit(from.drop_from_head().limit())};
    case StageSpec::kMtuBlackHole:
      return MtuBlackHole{static_cast<std::uint32_t>(from.mtu_black_hole().size()),
                          from.mtu_black_hole().answer() == MtuBlackHoleSpec::MTU_ICMP};
    case StageSpec::kFirewall:
      return firewall(from.firewall());
    case StageSpec::kNat:
      return nat(from.nat());
    case StageSpec::kNat64:
      return nat64(from.nat64());
    case StageSpec::kPacketControl:
    case StageSpec::KIND_NOT_SET:
      break;
  }
  const PacketControlSpec& control = from.packet_control();
  PacketControl out;
  if (control.has_ack_filter()) out.ack_filter = control.ack_filter();
  if (control.has_data_filter()) out.data_filter = control.data_filter();
  if (control.has_threshold()) out.threshold = control.threshold();
  return out;
}

}  // namespace

std::vector<StageConfig> stages(const LinkDirection& direction) {
  std::vector<StageConfig> out;
  for (const StageSpec& one : direction.stages()) out.push_back(stage(one));
  return out;
}

}  // namespace seawind::spec
