// SPDX-License-Identifier: GPL-3.0-or-later
// Non-blocking IPv4 UDP sockets that return the kernel's arrival timestamp with each packet. They
// are not connected, because the kernel reports ICMP errors to connected sockets only: an error
// about a packet is the loss of this packet.
#pragma once

#include <netinet/in.h>

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "common/fds.h"
#include "common/wire/lifetime_option.h"

namespace seawind {

/// Creates a socket bound to `address` (port 0: any port) that sends with this code point. Throws
/// Error.
Fd bound_udp_socket(const std::string& address, std::uint16_t port, int dscp);
/// Adds the IP option to all packets sent afterwards; `ms`, below kAbsoluteLifetime, counts from
/// the arrival at the router. Throws Error: the kernel requires CAP_NET_RAW in the user namespace
/// that owns the network namespace.
void set_lifetime_option(int socket, StaleTreatment stale, std::uint32_t ms);

struct Datagram {
  std::size_t size = 0;
  std::int64_t arrival = 0;  // CLOCK_MONOTONIC, ns: when the kernel received it
  sockaddr_in from{};
};
/// Receives one datagram into `buffer`; nothing if none is pending. Throws Error; the message
/// begins with `tried`.
std::optional<Datagram> receive_datagram(int socket, std::span<char> buffer,
                                         const std::string& tried);
/// Like receive_datagram(), for datagrams of `peer` (port 0 for ICMP); discards all others.
std::optional<Datagram> receive_datagram_from(const sockaddr_in& peer, int socket,
                                              std::span<char> buffer, const std::string& tried);
/// Returns false with errno if the kernel does not accept the datagram.
bool send_datagram(int socket, std::span<const char> datagram, const sockaddr_in& to);
/// Enables arrival timestamps and a large receive buffer, for sockets created elsewhere. Gives up
/// CAP_NET_ADMIN, which the process needs for nothing else.
void prepare_to_receive(int socket);
/// Number of datagrams that the kernel has dropped because the receive buffer of the calling
/// thread's latest socket was full; 0 without a socket. The socket must be open.
std::int64_t lost_datagrams();

}  // namespace seawind
