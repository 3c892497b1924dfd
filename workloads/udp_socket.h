// SPDX-License-Identifier: GPL-3.0-or-later
// Non-blocking IPv4 UDP sockets whose received packets carry the kernel's arrival stamp.
#pragma once

#include <netinet/in.h>

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "common/fds.h"
#include "workloads/lifetime_option.h"

namespace seawind {

/// Bound to `address`, port 0: any; what it sends has this code point. Throws Error.
Fd bound_udp_socket(const std::string& address, std::uint16_t port, int dscp);
/// From now on it sends to and hears only this peer. Throws Error.
void connect_udp(int socket, const std::string& address, std::uint16_t port);
/// Every packet sent from now on carries the option. Throws Error: the kernel wants CAP_NET_RAW in
/// the user namespace of the network namespace.
void set_lifetime_option(int socket, StaleTreatment stale, std::uint32_t ms);

struct Datagram {
  std::size_t size = 0;
  std::int64_t arrival = 0;  // CLOCK_MONOTONIC, ns: when the kernel received it
  sockaddr_in from{};
};
/// One datagram into `buffer`, or nothing if none is there. Throws Error, also for what ICMP said
/// about packets sent earlier; `tried` begins the text.
std::optional<Datagram> receive_datagram(int socket, std::span<char> buffer,
                                         const std::string& tried);
/// For sockets made elsewhere: asks for the stamps.
void enable_arrival_stamps(int socket);

}  // namespace seawind
