// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/link/stages/nat.h"

#include "common/wire/ip_protocols.h"
#include "common/wire/network_order.h"
#include "emulator/core/packet_answers.h"

namespace seawind {
namespace {

using namespace ip_protocol;

/// Whether the packet is not ICMP, or ICMP of this type.
bool is_no_other_icmp(const Packet& packet, std::uint8_t type) {
  return packet.ip().protocol != kIcmp || packet.ip_bytes()[packet.ip().header_bytes] == type;
}

/// The remote end of a packet or quote; echo has no port there, since its identifier is the host's.
Endpoint remote_of(std::span<const std::uint8_t> ip, End end) {
  const Endpoint remote = endpoint(ip, end);
  return {remote.address, ip[9] == kIcmp ? std::uint16_t{0} : remote.port};
}

HostEnd host_end(Endpoint endpoint) {
  return {{.low = endpoint.address}, endpoint.port};
}
Endpoint endpoint_of(const HostEnd& host) {
  return {static_cast<std::uint32_t>(host.address.low), host.port};
}

NatTable::Datagram datagram(Direction of, std::span<const std::uint8_t> ip) {
  return {of,
          {.low = address(ip, End::kSource)},
          {.low = address(ip, End::kDestination)},
          read16(ip, 4),
          ip[9]};
}

}  // namespace

Packet NatStage::pass(Direction of, Packet packet) {
  if (packet.ip().version != 4) return packet;
  const auto ip = packet.ip_bytes();
  const auto reason = (read16(ip, 6) & 0x1fff) != 0 ? later_fragment(of, packet)
                      : is_icmp_error(packet)       ? error(of, packet)
                      : !has_endpoints(ip)          ? DropReason::kNatUntranslatable
                      : of == direction_            ? inbound(packet)
                                                    : outbound(packet);
  if (reason) return drop_and_answer(of, std::move(packet), *reason);
  packet.reparse();
  context_.modified(of, packet, packet.size());
  return packet;
}

std::optional<DropReason> NatStage::outbound(Packet& packet) {
  if (!is_no_other_icmp(packet, 8)) return DropReason::kNatUntranslatable;
  const auto ip = packet.mutable_ip_bytes();
  const auto outside =
      table_.send(context_.now(), packet.ip().protocol, host_end(endpoint(ip, End::kSource)),
                  remote_of(ip, End::kDestination), ip.subspan(packet.ip().header_bytes));
  if (!outside) return DropReason::kNatNoPort;
  record_fragment(opposite(direction_), packet, outside->address);
  write_endpoint(ip, End::kSource, *outside);
  return {};
}

std::optional<DropReason> NatStage::inbound(Packet& packet) {
  if (!is_no_other_icmp(packet, 0)) return DropReason::kNatNoMapping;
  const auto ip = packet.mutable_ip_bytes();
  const auto found =
      table_.receive(context_.now(), packet.ip().protocol, endpoint(ip, End::kDestination),
                     remote_of(ip, End::kSource), ip.subspan(packet.ip().header_bytes));
  if (const auto* reason = std::get_if<DropReason>(&found)) return *reason;
  const Endpoint host = endpoint_of(std::get<HostEnd>(found));
  record_fragment(direction_, packet, host.address);
  write_endpoint(ip, End::kDestination, host);
  return {};
}

// The quoted packet travelled in the other direction: its ends are those of the error, exchanged.
std::optional<DropReason> NatStage::error(Direction of, Packet& packet) {
  const auto ip = packet.mutable_ip_bytes();
  const auto icmp = ip.subspan(packet.ip().header_bytes);
  const auto quote = quote_of(icmp);
  if (!quote) return DropReason::kNatUntranslatable;
  const std::uint8_t protocol = (*quote)[9];
  if (of == direction_) {
    const Endpoint from = endpoint(*quote, End::kSource);
    const auto found = table_.host_of(context_.now(), protocol, from);
    if (!found || address(ip, End::kDestination) != from.address) return DropReason::kNatNoMapping;
    const Endpoint host = endpoint_of(*found);
    write_quoted_endpoint(icmp, End::kSource, host);
    write_address(ip, End::kDestination, host.address);
    return {};
  }
  const auto outside =
      table_.outside_of(context_.now(), protocol, host_end(endpoint(*quote, End::kDestination)),
                        remote_of(*quote, End::kSource));
  if (!outside) return DropReason::kNatNoMapping;
  write_quoted_endpoint(icmp, End::kDestination, *outside);
  write_address(ip, End::kSource, outside->address);
  return {};
}

std::optional<DropReason> NatStage::later_fragment(Direction of, Packet& packet) {
  const auto ip = packet.mutable_ip_bytes();
  const auto translated = table_.find_fragment(datagram(of, ip));
  if (!translated) return DropReason::kNatUntranslatable;
  write_address(ip, of == direction_ ? End::kDestination : End::kSource,
                static_cast<std::uint32_t>(translated->low));
  return {};
}

void NatStage::record_fragment(Direction of, const Packet& packet, std::uint32_t translated) {
  const auto ip = packet.ip_bytes();
  if ((ip[6] & 0x20) == 0) return;  // more fragments
  table_.record_fragment(datagram(of, ip), {.low = translated});
}

}  // namespace seawind
