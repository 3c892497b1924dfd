// SPDX-License-Identifier: GPL-3.0-or-later
// Numeric addresses of TCP.
#pragma once

#include <netinet/in.h>
#include <sys/socket.h>

#include <cstdint>
#include <string>

#include "common/fds.h"

namespace seawind::lab {

class Endpoint {
 public:
  /// `address`: IPv4 or IPv6, numeric. Throws Error.
  Endpoint(const std::string& address, std::uint16_t port);
  const sockaddr* get() const { return reinterpret_cast<const sockaddr*>(&storage_); }
  socklen_t size() const { return size_; }
  /// A new non-blocking TCP socket of its family. Throws Error.
  Fd socket() const;
  /// "192.0.2.1:7000", "[2001:db8::1]:7000".
  std::string text() const;

 private:
  sockaddr_storage storage_{};
  socklen_t size_ = 0;
};

/// Parses text as text() returns it. Throws Error.
Endpoint endpoint_of(const std::string& text);

std::uint16_t local_port(const Fd& socket);

struct Peer {
  Fd socket;            // non-blocking, without delay; empty: errno of accept4(2)
  std::string address;  // without the port
};
Peer accept_from(const Fd& listener);

/// Sends small messages at once and detects within 15 s that the other host does not answer.
void set_tcp_options(const Fd& connection);

}  // namespace seawind::lab
