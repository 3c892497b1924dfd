// SPDX-License-Identifier: GPL-3.0-or-later
// Non-blocking IPv4 TCP sockets with errors that say which address was tried.
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

/// From now on what the socket sends, and what those it accepts send, has this code point (RFC
/// 2474). Throws Error.
void set_dscp(int socket, int dscp);

/// A non-blocking socket bound to `address`, port 0: any. Throws Error.
Fd bound_tcp_socket(const std::string& address, std::uint16_t port, int dscp);

/// Starts to connect; true if the connection stands at once. Throws Error.
bool start_connect(int socket, const std::string& address, std::uint16_t port);

/// The socket's pending error (SO_ERROR), 0 if none.
int pending_error(int socket);

/// Bytes handed to the kernel and not yet acknowledged, the FIN counted as one.
int unacknowledged_bytes(int socket);

/// Closing the socket will send a RST and throw away what is not sent yet. Throws Error.
void reset_on_close(int socket);

/// What the handshake agreed on, for the log: ports, congestion control, MSS, options.
nlohmann::ordered_json connection_facts(int socket);

}  // namespace seawind
