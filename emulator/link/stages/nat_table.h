// SPDX-License-Identifier: GPL-3.0-or-later
// The mappings and sessions of a NAT between the mobile hosts and the path (RFC 4787, 5382, 5508;
// of IPv6 hosts: RFC 6146, 3; several addresses: RFC 6888). The pool is 100.64.POOL.1 and the
// addresses above it, of the shared address space (RFC 6598).
//
// A mapping joins an internal end point to an external one: an address of the pool and a port that
// no other mapping has (or an identifier, of ICMP echo). It holds a session for each remote end
// point. An endpoint-independent mapping serves all remote end points, a symmetric one a single
// one. All mappings of a host have the same address (RFC 6888, REQ-2: paired). The port is the
// internal one if it is free, else the next one above that is free, from the first again after the
// last.
//
// Filtering of the downlink: by a session with the sender, by a session with the sender's address,
// or not at all. A packet that passes without a session makes one.
//
// Time-outs count from the session's last packet, in either direction. A session of TCP is
// transitory until both ends have sent, and after a RST or a FIN of both ends; a SYN makes it new.
// A segment without SYN makes a mapping too, as in Linux. Nothing happens at the instant of a
// time-out: an expired mapping or session is removed when it is found.
//
// Later fragments take the address of the first, which must precede them (RFC 4787, REQ-14).
//
// Memory is bounded by kMostSessions.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <unordered_map>
#include <variant>

#include "common/event_log.h"
#include "common/wire/nat_pools.h"
#include "emulator/link/hop_config.h"
#include "emulator/link/stages/endpoint_edit.h"

namespace seawind {

/// The address of a host: 16 bytes of IPv6, or IPv4 in `low`.
struct HostAddress {
  std::uint64_t high = 0;
  std::uint64_t low = 0;
  bool operator==(const HostAddress&) const = default;
};
struct HostEnd {
  HostAddress address;
  std::uint16_t port = 0;  // or the identifier of ICMP echo
  bool operator==(const HostEnd&) const = default;
};

/// Protocols are kTcp, kUdp, and kIcmp for echo of both versions. The remote end of echo has port
/// 0. `now`: of the packet, not before that of an earlier call. `transport`: its first bytes.
class NatTable {
 public:
  explicit NatTable(Nat config) : config_(std::move(config)) {}

  /// Drops all mappings at a handover with an address change (Nat::network), and when pool, ports
  /// or kind of mapping change. Other values apply to later packets.
  void change(Nat config);

  /// Records a packet of the uplink and returns its external end point. Returns nothing
  /// (kNatNoPort) if no port or no place is free.
  std::optional<Endpoint> send(Time now, std::uint8_t protocol, const HostEnd& host,
                               Endpoint remote, std::span<const std::uint8_t> transport);
  /// Records a packet of the downlink to `outside` and returns its host, or why it is dropped.
  std::variant<HostEnd, DropReason> receive(Time now, std::uint8_t protocol, Endpoint outside,
                                            Endpoint remote,
                                            std::span<const std::uint8_t> transport);
  /// The ends of a mapping that exists, for ICMP errors; refreshes nothing.
  std::optional<Endpoint> outside_of(Time now, std::uint8_t protocol, const HostEnd& host,
                                     Endpoint remote);
  std::optional<HostEnd> host_of(Time now, std::uint8_t protocol, Endpoint outside);

  /// Whether an address is of the network of the pool, 100.64.POOL.0/24.
  bool has_network_of(std::uint32_t address) const { return address >> 8 == network(); }

  /// The fields that the fragments of a packet share.
  struct Datagram {
    Direction of;
    HostAddress source, destination;
    std::uint32_t id;
    std::uint8_t protocol;
    bool operator==(const Datagram&) const = default;
  };
  /// Records the address that replaces `datagram`'s internal or external one.
  void record_fragment(const Datagram& datagram, HostAddress translated);
  std::optional<HostAddress> find_fragment(const Datagram& datagram) const;

  static constexpr std::size_t kMostSessions = 65536;

 private:
  struct Session {
    Time expires;
    bool sent = false;  // by the mobile host
    bool received = false;
    bool sent_fin = false;
    bool received_fin = false;
    bool reset = false;
  };
  /// An internal end point; of a symmetric mapping with the remote one.
  struct Inside {
    HostEnd host;
    std::uint8_t protocol;
    std::uint64_t remote = 0;  // key() of the remote one; 0: all
    bool operator==(const Inside&) const = default;
  };
  struct InsideHash {
    std::size_t operator()(const Inside& inside) const;
  };
  struct AddressHash {
    std::size_t operator()(const HostAddress& address) const;
  };
  struct Mapping {
    Inside inside;
    Time expires;                               // of the last session
    std::map<std::uint64_t, Session> sessions;  // by key() of the remote end point
  };
  using Mappings =
      std::unordered_map<std::uint64_t, Mapping>;  // by key() of the external end point
  struct Fragments {
    Datagram datagram;
    HostAddress translated;
  };

  Inside inside_of(std::uint8_t protocol, const HostEnd& host, Endpoint remote) const;
  /// A mapping that has not expired, or mappings_.end().
  Mappings::iterator find(Time now, std::uint64_t outside);
  Mappings::iterator find(Time now, const Inside& inside);
  /// Makes a mapping; mappings_.end() if no port or no place is free.
  Mappings::iterator make(Time now, const Inside& inside);
  std::optional<std::uint16_t> free_port(Time now, std::uint8_t protocol, std::uint32_t address,
                                         std::uint16_t wanted);
  bool filtered(Time now, const Mapping& mapping, std::uint64_t remote) const;
  /// Records a packet in its session, made if missing. Returns false if there is no place for it.
  bool record(Time now, Mapping& mapping, std::uint64_t remote, bool sent, std::uint8_t flags);
  Duration timeout(std::uint8_t protocol, const Session& session) const;
  Mappings::iterator erase(Mappings::iterator at);
  /// Removes expired sessions, and mappings without any.
  void sweep(Time now);
  void clear();
  std::uint32_t network() const { return kNatPoolsAddress >> 8 | config_.pool; }
  std::uint32_t address_of(const HostAddress& host) const;

  Nat config_;
  std::uint32_t handovers_ = 0;  // with an address change
  Mappings mappings_;
  std::unordered_map<Inside, std::uint64_t, InsideHash>
      outside_;  // key() of the external end point
  std::unordered_map<HostAddress, std::uint32_t, AddressHash> ports_of_host_;  // mappings
  std::unordered_map<std::uint64_t, std::uint32_t> ports_used_;  // by protocol and address
  std::size_t sessions_ = 0;
  Time earliest_ = Time::max();  // no session ends before
  std::array<Fragments, 64> fragments_{};
  std::size_t next_fragment_ = 0;
};

}  // namespace seawind
