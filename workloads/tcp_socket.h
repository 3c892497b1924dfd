// SPDX-License-Identifier: GPL-3.0-or-later
// Non-blocking IPv4 TCP sockets. Errors contain the address.
#pragma once

#include <netinet/in.h>

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "common/fds.h"

namespace seawind {

/// Throws Error when `address` is not an IPv4 address.
sockaddr_in socket_address(const std::string& address, std::uint16_t port);

/// "10.0.0.1:5001", for messages.
std::string endpoint_text(const std::string& address, std::uint16_t port);

/// Sets the code point (RFC 2474) of packets that the socket, and sockets accepted from it, send.
/// Throws Error.
void set_dscp(int socket, int dscp);

/// Creates a non-blocking socket bound to `address`; port 0: any port. Throws Error.
Fd bound_tcp_socket(const std::string& address, std::uint16_t port, int dscp);

/// Creates such a socket that listens. Throws Error.
Fd listening_tcp_socket(const std::string& address, std::uint16_t port, int dscp, int backlog);

/// The next connection of a socket that listens on the endpoint; no socket when none waits (it may
/// have been reset since the wake-up). Throws Error.
Fd accept_connection(int listener, const std::string& address, std::uint16_t port);

/// Starts to connect; true if the connection is established at once. Throws Error.
bool start_connect(int socket, const std::string& address, std::uint16_t port);

/// The socket's pending error (SO_ERROR), 0 if none.
int pending_error(int socket);

/// Bytes written to the socket and not yet acknowledged; the FIN counts as one byte.
int unacknowledged_bytes(int socket);

/// Makes close() send a RST and discard unsent data. Throws Error.
void reset_on_close(int socket);

/// Connection parameters for the log: ports, congestion control, MSS, negotiated options.
nlohmann::ordered_json connection_facts(int socket);

}  // namespace seawind
