// SPDX-License-Identifier: GPL-3.0-or-later
// The caller's network namespace as the gateway of a fixed host, for root: packets of the hosts
// leave through it, so that TCP is end to end.
//
//   mobile host --link-- fixed host (uplink) --veth-- (seawind-N) caller's namespace -- network
//
// The fixed host forwards and translates to 10.N.1.2. The caller's namespace translates that to its
// own addresses; exposed ports of 10.N.1.1 lead to its loopback interface, port 53 to its name
// server. The rules are one table `seawind-N` with `flags owner`;
// controller/testbed/gateway_journal.h has the settings that it changes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "common/fds.h"
#include "controller/exec/interface_watch.h"
#include "controller/exec/route_watch.h"
#include "controller/testbed/gateway_journal.h"
#include "namespaces/interface.h"
#include "namespaces/nft.h"

namespace seawind {

struct GatewayPlan {
  std::string fixed_address;  // of the fixed host, on the link
  int mtu = 1500;
  bool nat = false;                     // connect to the caller's network
  std::vector<std::uint16_t> expose{};  // TCP ports of the caller's loopback interface
  std::string caller_name_server{};     // with `nat`; empty: none
  bool old_connections = false;         // hosts may have connections from before
};

/// Lets connections of a host begin at ports that a gateway of the calling thread's network
/// namespace keeps: a server may remember a connection from the same address and port that has
/// ended, and compares their timestamps. `gateway`: its address, 10.N.1.1; two of neighbouring N
/// have no port in common where there are enough. Throws Error.
void take_ports_of_gateway(int network_namespace, const std::string& gateway);

class Gateway {
 public:
  /// Connects the fixed host with the network namespace of the calling thread. Throws Error, also
  /// when a firewall may drop the packets; nothing stays changed in the calling thread's namespace.
  Gateway(const GatewayPlan& plan, int fixed_host);
  /// Removes the connection and restores the settings of the calling thread's namespace.
  ~Gateway() = default;
  Gateway(const Gateway&) = delete;
  Gateway& operator=(const Gateway&) = delete;

  /// How packets were lost, or may have been, because others have changed the caller's namespace or
  /// have rules there that were not found; empty: they were not lost.
  std::string problem();
  /// Permits packets of others once another program has switched on forwarding of all interfaces,
  /// checks whether the route to other networks is still that of the start, and reads what others
  /// have changed at the interface. Must be called regularly. Throws Error.
  void follow_changes();
  /// The address of the caller's namespace for the fixed host; with `nat`, also of a name server.
  const std::string& address() const { return address_; }

 private:
  void make_interfaces(int fixed_host, int mtu, bool nat, const std::string& mac) const;

  /// connections_without_room() of both namespaces.
  std::uint64_t without_room() const;

  const bool nat_;
  Fd fixed_host_;
  std::uint64_t without_room_ = 0;  // at the start
  bool others_pass_ = false;
  std::optional<RouteWatch> route_;  // with `nat`
  Nft rules_;  // last to end: the settings are restored before the rules that restrict them
  GatewayJournal journal_;
  std::string interface_;
  std::string address_;
  std::string fixed_address_;            // of the fixed host on this side
  InterfaceState made_;                  // of the interface, once it was made
  std::optional<InterfaceWatch> watch_;  // of it
  std::vector<Fd>
      reserved_;  // exposed ports of the fixed host, so that no program there binds them
};

}  // namespace seawind
