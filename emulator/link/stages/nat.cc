// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/link/stages/nat.h"

#include <algorithm>
#include <utility>

#include "common/wire/ip_protocols.h"
#include "common/wire/network_order.h"
#include "emulator/core/packet_answers.h"

namespace seawind {
namespace {

using namespace ip_protocol;

constexpr std::uint8_t kFinFlag = 1, kSynFlag = 2, kRstFlag = 4;

/// Flags of a TCP header; 0 if they are not among the bytes.
std::uint8_t tcp_flags(const Packet& packet) {
  const std::size_t at = packet.ip().header_bytes + std::size_t{13};
  return packet.ip().protocol == kTcp && at < packet.size() ? packet.ip_bytes()[at] : 0;
}

/// Not ICMP, or ICMP of this type.
bool is_no_other_icmp(const Packet& packet, std::uint8_t type) {
  return packet.ip().protocol != kIcmp || packet.ip_bytes()[packet.ip().header_bytes] == type;
}

/// The remote end of a packet or quote; echo has no port there, since its identifier is the host's.
Endpoint remote_of(std::span<const std::uint8_t> ip, End end) {
  const Endpoint remote = endpoint(ip, end);
  return {remote.address, ip[9] == kIcmp ? std::uint16_t{0} : remote.port};
}

std::uint64_t without_port(std::uint64_t key) {
  return key & ~std::uint64_t{0xffff};
}

}  // namespace

std::uint64_t NatStage::key(std::uint8_t protocol, Endpoint endpoint) {
  return std::uint64_t{protocol} << 48 | std::uint64_t{endpoint.address} << 16 | endpoint.port;
}

Endpoint NatStage::endpoint_of(std::uint64_t key) {
  return {static_cast<std::uint32_t>(key >> 16), static_cast<std::uint16_t>(key)};
}

void NatStage::change(const StageConfig& config) {
  Nat next = std::get<Nat>(config);
  const bool handover = next.change_at_handover && next.network != config_.network;
  if (handover) ++handovers_;
  if (handover || next.pool != config_.pool || next.addresses != config_.addresses ||
      next.first_port != config_.first_port || next.last_port != config_.last_port ||
      next.mapping != config_.mapping) {
    forget();
  }
  config_ = std::move(next);
}

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
  const std::uint8_t protocol = packet.ip().protocol;
  const auto ip = packet.mutable_ip_bytes();
  const Endpoint host = endpoint(ip, End::kSource), remote = remote_of(ip, End::kDestination);
  const Inside inside = inside_of(protocol, host, remote);
  auto mapping = find(inside);
  if (mapping == mappings_.end()) mapping = make(inside, protocol, host);
  if (mapping == mappings_.end() || !record(mapping->second, key(protocol, remote), true, packet)) {
    return DropReason::kNatNoPort;
  }
  const Endpoint outside = endpoint_of(mapping->first);
  remember_fragment(opposite(direction_), packet, outside.address);
  write_endpoint(ip, End::kSource, outside);
  return {};
}

std::optional<DropReason> NatStage::inbound(Packet& packet) {
  if (!is_no_other_icmp(packet, 0)) return DropReason::kNatNoMapping;
  const std::uint8_t protocol = packet.ip().protocol;
  const auto ip = packet.mutable_ip_bytes();
  const auto mapping = find(key(protocol, endpoint(ip, End::kDestination)));
  if (mapping == mappings_.end()) return DropReason::kNatNoMapping;
  const std::uint64_t remote = key(protocol, remote_of(ip, End::kSource));
  if (filtered(mapping->second, remote)) return DropReason::kNatFiltered;
  if (!record(mapping->second, remote, false, packet)) return DropReason::kNatNoPort;
  const Endpoint host = endpoint_of(mapping->second.inside.host);
  remember_fragment(direction_, packet, host.address);
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
    const auto mapping = find(key(protocol, from));
    if (mapping == mappings_.end() || address(ip, End::kDestination) != from.address) {
      return DropReason::kNatNoMapping;
    }
    const Endpoint host = endpoint_of(mapping->second.inside.host);
    write_quoted_endpoint(icmp, End::kSource, host);
    write_address(ip, End::kDestination, host.address);
    return {};
  }
  const auto mapping = find(
      inside_of(protocol, endpoint(*quote, End::kDestination), remote_of(*quote, End::kSource)));
  if (mapping == mappings_.end()) return DropReason::kNatNoMapping;
  write_quoted_endpoint(icmp, End::kDestination, endpoint_of(mapping->first));
  write_address(ip, End::kSource, endpoint_of(mapping->first).address);
  return {};
}

std::optional<DropReason> NatStage::later_fragment(Direction of, Packet& packet) {
  const auto ip = packet.mutable_ip_bytes();
  const auto first = std::ranges::find_if(fragments_, [&](const Fragment& one) {
    return one.translated != 0 && one.of == of && one.id == read16(ip, 4) &&
           one.protocol == ip[9] && one.source == address(ip, End::kSource) &&
           one.destination == address(ip, End::kDestination);
  });
  if (first == fragments_.end()) return DropReason::kNatUntranslatable;
  write_address(ip, of == direction_ ? End::kDestination : End::kSource, first->translated);
  return {};
}

void NatStage::remember_fragment(Direction of, const Packet& packet, std::uint32_t translated) {
  const auto ip = packet.ip_bytes();
  if ((ip[6] & 0x20) == 0) return;  // more fragments
  fragments_[next_fragment_] = {
      of,        address(ip, End::kSource), address(ip, End::kDestination), read16(ip, 4), ip[9],
      translated};
  next_fragment_ = (next_fragment_ + 1) % fragments_.size();
}

NatStage::Inside NatStage::inside_of(std::uint8_t protocol, Endpoint host, Endpoint remote) const {
  const bool symmetric = config_.mapping == Nat::Mapping::kSymmetric;
  return {key(protocol, host), symmetric ? key(protocol, remote) : 0};
}

NatStage::Mappings::iterator NatStage::find(std::uint64_t outside) {
  const auto found = mappings_.find(outside);
  if (found == mappings_.end() || found->second.expires > context_.now()) return found;
  erase(found);
  return mappings_.end();
}

NatStage::Mappings::iterator NatStage::find(const Inside& inside) {
  const auto found = outside_.find(inside);
  return found == outside_.end() ? mappings_.end() : find(found->second);
}

NatStage::Mappings::iterator NatStage::make(const Inside& inside, std::uint8_t protocol,
                                            Endpoint host) {
  const auto at_limit = [&] {
    const auto used = ports_of_host_.find(host.address);
    return sessions_ >= kMostSessions ||
           (config_.ports_per_host > 0 && used != ports_of_host_.end() &&
            used->second >= config_.ports_per_host);
  };
  if (at_limit()) sweep();
  if (at_limit()) return mappings_.end();
  const std::uint32_t address = address_of(host.address);
  const auto port = free_port(protocol, address, host.port);
  if (!port) return mappings_.end();
  const std::uint64_t outside = key(protocol, {address, *port});
  outside_[inside] = outside;
  ++ports_of_host_[host.address];
  ++ports_used_[without_port(outside)];
  return mappings_.insert_or_assign(outside, Mapping{inside, context_.now(), {}}).first;
}

std::optional<std::uint16_t> NatStage::free_port(std::uint8_t protocol, std::uint32_t address,
                                                 std::uint16_t wanted) {
  const std::uint32_t first = config_.first_port, last = config_.last_port;
  const auto is_full = [&] {
    const auto used = ports_used_.find(key(protocol, {address, 0}));
    return used != ports_used_.end() && used->second > last - first;
  };
  if (is_full()) sweep();
  if (is_full()) return {};
  std::uint32_t port = wanted < first || wanted > last ? first : wanted;
  const auto outside = [&] { return key(protocol, {address, static_cast<std::uint16_t>(port)}); };
  while (find(outside()) != mappings_.end()) port = port == last ? first : port + 1;
  return static_cast<std::uint16_t>(port);
}

bool NatStage::filtered(const Mapping& mapping, std::uint64_t remote) const {
  if (config_.filtering == Nat::Filtering::kEndpointIndependent) return false;
  const bool any_port = config_.filtering == Nat::Filtering::kAddress;
  auto session = mapping.sessions.lower_bound(any_port ? without_port(remote) : remote);
  const std::uint64_t last = any_port ? remote | 0xffff : remote;
  for (; session != mapping.sessions.end() && session->first <= last; ++session) {
    if (session->second.expires > context_.now()) return false;
  }
  return true;
}

bool NatStage::record(Mapping& mapping, std::uint64_t remote, bool sent, const Packet& packet) {
  const Time now = context_.now();
  auto found = mapping.sessions.find(remote);
  if (found == mapping.sessions.end()) {
    // The sweep does not remove this mapping: it has a session that is not over. If it is new,
    // make() has found a place.
    if (sessions_ >= kMostSessions) sweep();
    if (sessions_ >= kMostSessions) return false;
    found = mapping.sessions.emplace(remote, Session{}).first;
    ++sessions_;
  } else if (found->second.expires <= now) {
    found->second = {};
  }
  Session& session = found->second;
  const bool was_last = session.expires == mapping.expires;
  const std::uint8_t flags = tcp_flags(packet);
  if ((flags & kSynFlag) != 0 && (session.reset || (session.sent_fin && session.received_fin))) {
    session = {};
  }
  (sent ? session.sent : session.received) = true;
  if ((flags & kFinFlag) != 0) (sent ? session.sent_fin : session.received_fin) = true;
  if ((flags & kRstFlag) != 0) session.reset = true;
  session.expires = now + timeout(packet.ip().protocol, session);
  earliest_ = std::min(earliest_, session.expires);
  if (session.expires >= mapping.expires) {
    mapping.expires = session.expires;
  } else if (was_last) {  // it closes, and ends earlier than before
    mapping.expires = session.expires;
    for (const auto& [key, one] : mapping.sessions) {
      mapping.expires = std::max(mapping.expires, one.expires);
    }
  }
  return true;
}

Duration NatStage::timeout(std::uint8_t protocol, const Session& session) const {
  if (protocol == kUdp) return config_.udp_timeout;
  if (protocol == kIcmp) return config_.icmp_timeout;
  const bool closed = session.reset || (session.sent_fin && session.received_fin);
  const bool open = session.sent && session.received && !closed;
  return open ? config_.tcp_timeout : config_.tcp_transitory_timeout;
}

NatStage::Mappings::iterator NatStage::erase(Mappings::iterator at) {
  const auto& [outside, mapping] = *at;
  sessions_ -= mapping.sessions.size();
  outside_.erase(mapping.inside);
  const auto count_down = [](auto& counts, auto which) {
    const auto count = counts.find(which);
    if (--count->second == 0) counts.erase(count);
  };
  count_down(ports_of_host_, endpoint_of(mapping.inside.host).address);
  count_down(ports_used_, without_port(outside));
  return mappings_.erase(at);
}

void NatStage::sweep() {
  const Time now = context_.now();
  if (earliest_ > now) return;
  earliest_ = Time::max();
  for (auto at = mappings_.begin(); at != mappings_.end();) {
    auto& sessions = at->second.sessions;
    sessions_ -= std::erase_if(sessions, [now](const auto& s) { return s.second.expires <= now; });
    for (const auto& one : sessions) earliest_ = std::min(earliest_, one.second.expires);
    at = sessions.empty() ? erase(at) : std::next(at);
  }
}

void NatStage::forget() {
  mappings_.clear();
  outside_.clear();
  ports_of_host_.clear();
  ports_used_.clear();
  sessions_ = 0;
  earliest_ = Time::max();
  fragments_ = {};
}

std::uint32_t NatStage::address_of(std::uint32_t host) const {
  const std::uint32_t pool = std::uint32_t{100} << 24 | std::uint32_t{64} << 16;
  return (pool | std::uint32_t{config_.pool} << 8) + 1 + (host + handovers_) % config_.addresses;
}

}  // namespace seawind
