// SPDX-License-Identifier: GPL-3.0-or-later
// Counts the packets of a gateway (gateway.h) that the machine itself drops between its interfaces:
// rules of a firewall, routing by another rule, forwarding that is off. At each place, packets are
// counted before and behind everything that others may add; the difference is what was dropped.
// What is dropped at the interface itself (by a BPF program, a queue, a chain of the family netdev,
// for want of a MAC address) is the difference between its hooks and those of the fixed host.
// It also counts packets of connections that connection tracking has deleted: they get another
// port, which their server rejects, or do not come back to the gateway. It does not count what is
// dropped on the way back before its address is translated, what routing drops on the way out (it
// also drops packets to addresses that no host has), and what is dropped behind the last hook.
#pragma once

#include <string>

#include "namespaces/nft.h"

namespace seawind {

struct CountedGateway {
  std::string interface;  // of the gateway
  int mtu = 1500;         // of it, bytes
  std::string network;    // first address of the network between it and the fixed host
  std::string client;     // address of the fixed host
  bool nat = false;       // packets pass to others than exposed ports, too
  /// Hosts may have TCP connections from before, which are not in connection tracking.
  bool old_connections = false;
};

/// Chains for the table of the gateway. The counters are those of rules, because `nft reset
/// counters`, which programs for accounting run, resets named counters only.
std::string counting_rules(const CountedGateway& gateway);
/// Chains for the table kFixedHostTable of the fixed host.
std::string fixed_host_counting_rules(const CountedGateway& gateway);
inline constexpr auto kFixedHostTable = "seawind";

/// What was dropped so far: "12 packets were dropped at the hook input". Empty: nothing. Throws
/// Error, also when others have reset a counter. Nothing passes between this machine and the fixed
/// host (`fixed_host`: its network namespace) meanwhile, some 20 ms. `rules`: the owner of `table`,
/// the gateway's.
std::string dropped_beside_the_link(Nft& rules, const std::string& table, int fixed_host);

}  // namespace seawind
