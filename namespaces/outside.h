// SPDX-License-Identifier: GPL-3.0-or-later
// The way of a slot's packets out of the emulated network. The mobile host's default route leads
// over the link to the fixed host. Without a gateway (controller/exec/gateway.h), TCP connections
// are split there (tcp_split.h), and other packets are forwarded to the interface kOutsideInterface
// with the fixed host's address. All settings are of the hosts' own namespaces and end with them.
// Also what its users need of a namespace: routes through a neighbour, and TCP sockets. Errors
// throw Error.
#pragma once

#include <cstdint>
#include <string>

#include "common/fds.h"

namespace seawind {

/// The interface of the fixed host towards the network outside; not the link's uplink.
inline constexpr auto kOutsideInterface = "uplink";

/// Connection tracking deletes a UDP connection that is idle for this time: the smallest default
/// that RFC 4787, REQ-5 recommends.
inline constexpr int kUdpTimeout = 300;  // s
/// Forwards IPv4 packets in the calling thread's network namespace, with connection tracking.
void forward_packets();

/// Forwards the fixed host's packets to kOutsideInterface, which need not exist yet.
void forward_to_outside(int network_namespace);

/// Resolves the MAC address of a neighbour, by a datagram to it, before packets for hosts behind it
/// arrive: until the neighbour answers, the kernel queues only a few of a burst
/// (net.ipv4.neigh.default.unres_qlen_bytes).
void resolve_neighbour(int network_namespace, const std::string& address);

/// Adds a route to `destination` ("default", "0.0.0.0/1", "64:ff9b::/96") through `gateway`, an
/// address of a neighbour. Repeatable; a route to `destination` through another one is an error.
void add_route(int network_namespace, const std::string& destination, const std::string& gateway);

/// The calling thread's route to an address (`ip route get`): interface (empty: there is no route)
/// and source address.
struct OutsideRoute {
  std::string interface;
  std::string source;
  std::uint32_t next_hop = 0;  // in network byte order
};
OutsideRoute outside_route_to(const std::string& address);
/// The source address that nftables' `masquerade` gives to packets on this route; empty: none.
std::string masquerade_source(const OutsideRoute& route);

/// A TCP socket of the calling thread's network namespace that has this port of all its addresses.
Fd bound_tcp_socket(std::uint16_t port);
/// A TCP socket of the namespace that listens at all its addresses. `port` 0: chosen by the kernel.
Fd listen_in(int network_namespace, std::uint16_t port);

}  // namespace seawind
