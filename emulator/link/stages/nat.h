// SPDX-License-Identifier: GPL-3.0-or-later
// A NAT between the mobile hosts and the path (RFC 4787, 5382, 5508; several addresses: RFC 6888).
// It translates IPv4; IPv6 passes. Packets of the uplink get a source of the pool; packets of the
// downlink to the pool are translated back or dropped. The pool is 100.64.POOL.1 and the addresses
// above it, of the shared address space (RFC 6598).
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
// time-out: what is over is removed where it is found.
//
// ICMP errors are translated with their quote, if a mapping exists; they refresh nothing. Other
// ICMP than errors and echo, and other protocols, are dropped. Later fragments take the address of
// the first, which must precede them (RFC 4787, REQ-14).
//
// Memory is bounded by kMostSessions. No packet between the mobile hosts is turned back (no
// hairpinning).
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <unordered_map>

#include "emulator/link/stages/endpoint_edit.h"
#include "emulator/link/stages/path_stage.h"

namespace seawind {

class NatStage final : public PathStage {
 public:
  /// `direction` is the downlink.
  NatStage(Nat config, Direction direction, StageContext& context)
      : PathStage(direction, context), config_(std::move(config)) {}

  /// Forgets all mappings at a handover with an address change (Nat::network), and when pool, ports
  /// or kind of mapping change. Other values hold for the packets to come.
  void change(const StageConfig& config) override;

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
    std::uint64_t host;        // key() of the internal end point
    std::uint64_t remote = 0;  // key() of the remote one; 0: all
    bool operator==(const Inside&) const = default;
  };
  struct InsideHash {
    std::size_t operator()(const Inside& inside) const {
      return std::hash<std::uint64_t>()(inside.host * 0x9e3779b97f4a7c15U ^ inside.remote);
    }
  };
  struct Mapping {
    Inside inside;
    Time expires;                               // of the last session
    std::map<std::uint64_t, Session> sessions;  // by key() of the remote end point
  };
  using Mappings =
      std::unordered_map<std::uint64_t, Mapping>;  // by key() of the external end point
  struct Fragment {
    Direction of;
    std::uint32_t source, destination;
    std::uint16_t id;
    std::uint8_t protocol;
    std::uint32_t translated;
  };

  static std::uint64_t key(std::uint8_t protocol, Endpoint endpoint);
  static Endpoint endpoint_of(std::uint64_t key);

  Packet pass(Direction of, Packet packet) override;
  /// What becomes of a packet; a reason if it is dropped.
  std::optional<DropReason> outbound(Packet& packet);
  std::optional<DropReason> inbound(Packet& packet);
  std::optional<DropReason> error(Direction of, Packet& packet);
  std::optional<DropReason> later_fragment(Direction of, Packet& packet);
  void remember_fragment(Direction of, const Packet& packet, std::uint32_t translated);

  Inside inside_of(std::uint8_t protocol, Endpoint host, Endpoint remote) const;
  /// A mapping that is not over, or nothing.
  Mappings::iterator find(std::uint64_t outside);
  Mappings::iterator find(const Inside& inside);
  /// Makes a mapping; nothing if no port or no place is free.
  Mappings::iterator make(const Inside& inside, std::uint8_t protocol, Endpoint host);
  std::optional<std::uint16_t> free_port(std::uint8_t protocol, std::uint32_t address,
                                         std::uint16_t wanted);
  bool filtered(const Mapping& mapping, std::uint64_t remote) const;
  /// Records a packet in its session, made if missing. Returns false if there is no place for it.
  bool record(Mapping& mapping, std::uint64_t remote, bool sent, const Packet& packet);
  Duration timeout(std::uint8_t protocol, const Session& session) const;
  Mappings::iterator erase(Mappings::iterator at);
  /// Removes expired sessions, and mappings without any.
  void sweep();
  void forget();
  std::uint32_t address_of(std::uint32_t host) const;

  Nat config_;
  std::uint32_t handovers_ = 0;  // with an address change
  Mappings mappings_;
  std::unordered_map<Inside, std::uint64_t, InsideHash>
      outside_;  // key() of the external end point
  std::unordered_map<std::uint32_t, std::uint32_t> ports_of_host_;  // mappings by internal address
  std::unordered_map<std::uint64_t, std::uint32_t> ports_used_;     // by protocol and address
  std::size_t sessions_ = 0;
  Time earliest_ = Time::max();  // no session ends before
  std::array<Fragment, 64> fragments_{};
  std::size_t next_fragment_ = 0;
};

}  // namespace seawind
