// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/link/stages/nat_table.h"

#include <algorithm>
#include <utility>

#include "common/wire/ip_protocols.h"

namespace seawind {
namespace {

using namespace ip_protocol;

constexpr std::uint8_t kFinFlag = 1, kSynFlag = 2, kRstFlag = 4;

/// Flags of a TCP header; 0 if they are not among the bytes.
std::uint8_t tcp_flags(std::uint8_t protocol, std::span<const std::uint8_t> transport) {
  return protocol == kTcp && transport.size() > 13 ? transport[13] : 0;
}

std::uint64_t key(std::uint8_t protocol, Endpoint endpoint) {
  return std::uint64_t{protocol} << 48 | std::uint64_t{endpoint.address} << 16 | endpoint.port;
}

Endpoint endpoint_of(std::uint64_t key) {
  return {static_cast<std::uint32_t>(key >> 16), static_cast<std::uint16_t>(key)};
}

std::uint64_t without_port(std::uint64_t key) {
  return key & ~std::uint64_t{0xffff};
}

std::uint64_t mixed(std::uint64_t a, std::uint64_t b) {
  return a * 0x9e3779b97f4a7c15U ^ b;
}

}  // namespace

std::size_t NatTable::AddressHash::operator()(const HostAddress& address) const {
  return std::hash<std::uint64_t>()(mixed(address.high, address.low));
}

std::size_t NatTable::InsideHash::operator()(const Inside& inside) const {
  const std::uint64_t host = mixed(inside.host.address.high, inside.host.address.low);
  const std::uint64_t port = std::uint64_t{inside.protocol} << 16 | inside.host.port;
  return std::hash<std::uint64_t>()(mixed(mixed(host, port), inside.remote));
}

void NatTable::change(Nat config) {
  const bool handover = config.change_at_handover && config.network != config_.network;
  if (handover) ++handovers_;
  if (handover || config.pool != config_.pool || config.addresses != config_.addresses ||
      config.first_port != config_.first_port || config.last_port != config_.last_port ||
      config.mapping != config_.mapping) {
    clear();
  }
  config_ = std::move(config);
}

std::optional<Endpoint> NatTable::send(Time now, std::uint8_t protocol, const HostEnd& host,
                                       Endpoint remote, std::span<const std::uint8_t> transport) {
  const Inside inside = inside_of(protocol, host, remote);
  auto mapping = find(now, inside);
  if (mapping == mappings_.end()) mapping = make(now, inside);
  if (mapping == mappings_.end() ||
      !record(now, mapping->second, key(protocol, remote), true, tcp_flags(protocol, transport))) {
    return {};
  }
  return endpoint_of(mapping->first);
}

std::variant<HostEnd, DropReason> NatTable::receive(Time now, std::uint8_t protocol,
                                                    Endpoint outside, Endpoint remote,
                                                    std::span<const std::uint8_t> transport) {
  const auto mapping = find(now, key(protocol, outside));
  if (mapping == mappings_.end()) return DropReason::kNatNoMapping;
  const std::uint64_t from = key(protocol, remote);
  if (filtered(now, mapping->second, from)) return DropReason::kNatFiltered;
  if (!record(now, mapping->second, from, false, tcp_flags(protocol, transport))) {
    return DropReason::kNatNoPort;
  }
  return mapping->second.inside.host;
}

std::optional<Endpoint> NatTable::outside_of(Time now, std::uint8_t protocol, const HostEnd& host,
                                             Endpoint remote) {
  const auto mapping = find(now, inside_of(protocol, host, remote));
  if (mapping == mappings_.end()) return {};
  return endpoint_of(mapping->first);
}

std::optional<HostEnd> NatTable::host_of(Time now, std::uint8_t protocol, Endpoint outside) {
  const auto mapping = find(now, key(protocol, outside));
  if (mapping == mappings_.end()) return {};
  return mapping->second.inside.host;
}

void NatTable::record_fragment(const Datagram& datagram, HostAddress translated) {
  fragments_[next_fragment_] = {datagram, translated};
  next_fragment_ = (next_fragment_ + 1) % fragments_.size();
}

std::optional<HostAddress> NatTable::find_fragment(const Datagram& datagram) const {
  for (std::size_t age = 1; age <= fragments_.size(); ++age) {  // the newest first
    const Fragments& one =
        fragments_[(next_fragment_ + fragments_.size() - age) % fragments_.size()];
    if (one.translated != HostAddress{} && one.datagram == datagram) return one.translated;
  }
  return {};
}

NatTable::Inside NatTable::inside_of(std::uint8_t protocol, const HostEnd& host,
                                     Endpoint remote) const {
  const bool symmetric = config_.mapping == Nat::Mapping::kSymmetric;
  return {host, protocol, symmetric ? key(protocol, remote) : 0};
}

NatTable::Mappings::iterator NatTable::find(Time now, std::uint64_t outside) {
  const auto found = mappings_.find(outside);
  if (found == mappings_.end() || found->second.expires > now) return found;
  erase(found);
  return mappings_.end();
}

NatTable::Mappings::iterator NatTable::find(Time now, const Inside& inside) {
  const auto found = outside_.find(inside);
  return found == outside_.end() ? mappings_.end() : find(now, found->second);
}

NatTable::Mappings::iterator NatTable::make(Time now, const Inside& inside) {
  const HostEnd& host = inside.host;
  const auto at_limit = [&] {
    const auto used = ports_of_host_.find(host.address);
    return sessions_ >= kMostSessions ||
           (config_.ports_per_host > 0 && used != ports_of_host_.end() &&
            used->second >= config_.ports_per_host);
  };
  if (at_limit()) sweep(now);
  if (at_limit()) return mappings_.end();
  const std::uint32_t address = address_of(host.address);
  const auto port = free_port(now, inside.protocol, address, host.port);
  if (!port) return mappings_.end();
  const std::uint64_t outside = key(inside.protocol, {address, *port});
  outside_[inside] = outside;
  ++ports_of_host_[host.address];
  ++ports_used_[without_port(outside)];
  return mappings_.insert_or_assign(outside, Mapping{inside, now, {}}).first;
}

std::optional<std::uint16_t> NatTable::free_port(Time now, std::uint8_t protocol,
                                                 std::uint32_t address, std::uint16_t wanted) {
  const std::uint32_t first = config_.first_port, last = config_.last_port;
  const auto is_full = [&] {
    const auto used = ports_used_.find(key(protocol, {address, 0}));
    return used != ports_used_.end() && used->second > last - first;
  };
  if (is_full()) sweep(now);
  if (is_full()) return {};
  std::uint32_t port = wanted < first || wanted > last ? first : wanted;
  const auto outside = [&] { return key(protocol, {address, static_cast<std::uint16_t>(port)}); };
  while (find(now, outside()) != mappings_.end()) port = port == last ? first : port + 1;
  return static_cast<std::uint16_t>(port);
}

bool NatTable::filtered(Time now, const Mapping& mapping, std::uint64_t remote) const {
  if (config_.filtering == Nat::Filtering::kEndpointIndependent) return false;
  const bool any_port = config_.filtering == Nat::Filtering::kAddress;
  auto session = mapping.sessions.lower_bound(any_port ? without_port(remote) : remote);
  const std::uint64_t last = any_port ? remote | 0xffff : remote;
  for (; session != mapping.sessions.end() && session->first <= last; ++session) {
    if (session->second.expires > now) return false;
  }
  return true;
}

bool NatTable::record(Time now, Mapping& mapping, std::uint64_t remote, bool sent,
                      std::uint8_t flags) {
  auto found = mapping.sessions.find(remote);
  if (found == mapping.sessions.end()) {
    // The sweep does not remove this mapping: it has a session that has not expired. If it is new,
    // make() has found a place.
    if (sessions_ >= kMostSessions) sweep(now);
    if (sessions_ >= kMostSessions) return false;
    found = mapping.sessions.emplace(remote, Session{}).first;
    ++sessions_;
  } else if (found->second.expires <= now) {
    found->second = {};
  }
  Session& session = found->second;
  const bool was_last = session.expires == mapping.expires;
  if ((flags & kSynFlag) != 0 && (session.reset || (session.sent_fin && session.received_fin))) {
    session = {};
  }
  (sent ? session.sent : session.received) = true;
  if ((flags & kFinFlag) != 0) (sent ? session.sent_fin : session.received_fin) = true;
  if ((flags & kRstFlag) != 0) session.reset = true;
  session.expires = now + timeout(mapping.inside.protocol, session);
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

Duration NatTable::timeout(std::uint8_t protocol, const Session& session) const {
  if (protocol == kUdp) return config_.udp_timeout;
  if (protocol == kIcmp) return config_.icmp_timeout;
  const bool closed = session.reset || (session.sent_fin && session.received_fin);
  const bool open = session.sent && session.received && !closed;
  return open ? config_.tcp_timeout : config_.tcp_transitory_timeout;
}

NatTable::Mappings::iterator NatTable::erase(Mappings::iterator at) {
  const auto& [outside, mapping] = *at;
  sessions_ -= mapping.sessions.size();
  outside_.erase(mapping.inside);
  const auto count_down = [](auto& counts, auto which) {
    const auto count = counts.find(which);
    if (--count->second == 0) counts.erase(count);
  };
  count_down(ports_of_host_, mapping.inside.host.address);
  count_down(ports_used_, without_port(outside));
  return mappings_.erase(at);
}

void NatTable::sweep(Time now) {
  if (earliest_ > now) return;
  earliest_ = Time::max();
  for (auto at = mappings_.begin(); at != mappings_.end();) {
    auto& sessions = at->second.sessions;
    sessions_ -= std::erase_if(sessions, [now](const auto& s) { return s.second.expires <= now; });
    for (const auto& one : sessions) earliest_ = std::min(earliest_, one.second.expires);
    at = sessions.empty() ? erase(at) : std::next(at);
  }
}

void NatTable::clear() {
  mappings_.clear();
  outside_.clear();
  ports_of_host_.clear();
  ports_used_.clear();
  sessions_ = 0;
  earliest_ = Time::max();
  fragments_ = {};
}

std::uint32_t NatTable::address_of(const HostAddress& host) const {
  const auto low = static_cast<std::uint32_t>(host.low);
  return (network() << 8) + 1 + (low + handovers_) % config_.addresses;
}

}  // namespace seawind
