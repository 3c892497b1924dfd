// SPDX-License-Identifier: GPL-3.0-or-later
// Virtual interfaces in network namespaces, set up for measurements: static neighbours (no ARP on
// the link), and offloads only where the relay's port cuts super-packets and fills in checksums
// (emulator/ports/super_port.h). Errors throw Error.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace seawind {

/// Another host at the far end of the link.
struct Neighbour {
  std::string address;  // 10.0.0.2
  std::string mac;      // 02:00:00:00:00:02
};

/// An interface: one end of a veth pair or of a tunnel, or a macvlan on a machine's
/// interface.
struct InterfaceEnd {
  int network_namespace = -1;
  std::string name;  // at most 15 characters, unused in its namespace
  int mtu = 1500;    // bytes, 68 to 65535
  bool offloads = false;
  std::string address{};                // 10.0.0.1/30; empty: none (relay side)
  std::string peer{};                   // the only other host, on a route of its own; empty: none
  std::string mac{};                    // empty: chosen by the kernel
  std::vector<Neighbour> neighbours{};  // permanent entries
  std::string pool_gateway{};           // the route to kNatPools; empty: none
  /// With any, the interface has IPv6: kNat64Host, and routes to these prefixes through the first
  /// neighbour, as kNat64Router. It is then without ARP and neighbour discovery, so that no report
  /// of a multicast group (MLD) appears on the link.
  std::vector<std::string> nat64_prefixes{};
};

/// Packets since the interface was made.
struct PacketCounts {
  std::int64_t received = 0;
  std::int64_t sent = 0;  // also those that could not be sent
};
PacketCounts count_packets(int network_namespace, const std::string& name);

/// Sets addresses, neighbours and the routes to kNatPools and prefixes, and brings it up.
/// Repeatable.
void bring_up_interface(const InterfaceEnd& end);

/// An interface of the calling thread's network namespace; `mac` is empty if it does not exist.
struct InterfaceState {
  std::string mac;          // 02:00:00:00:00:02
  bool running = false;     // up, with a carrier
  bool has_master = false;  // a port of a bridge or the like
  bool is_bridge = false;
  std::uint32_t mtu = 0;              // bytes
  std::uint32_t carrier_changes = 0;  // since it was made
  std::uint64_t unsent = 0;           // packets that its driver was to send and did not
  std::uint64_t queue_drops = 0;      // of its queueing disciplines; a new discipline counts from 0
};
InterfaceState interface_state(const std::string& name);
InterfaceState interface_state(unsigned index);

/// Removes an interface, or both of a veth pair. No effect when it does not exist.
void remove_interface(int network_namespace, const std::string& name);

}  // namespace seawind
