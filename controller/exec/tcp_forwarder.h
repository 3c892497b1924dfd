// SPDX-License-Identifier: GPL-3.0-or-later
// Forwards TCP connections between network namespaces: accepts on sockets of one namespace and
// connects in the namespace of the thread that made the forwarder. The kernel's TCP of the first
// namespace therefore ends the connections that cross an emulated link.
#pragma once

#include <netinet/in.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <thread>
#include <vector>

#include "common/fds.h"

namespace seawind {

class TcpForwarder {
 public:
  /// Maximum number of simultaneous connections; more wait in the listeners' queues.
  static constexpr int kMaxConnections = 500;

  /// Where the connection accepted as `socket` is to go; a port of 0 closes it.
  using Destination = std::function<sockaddr_in(int socket)>;

  struct Listener {
    Fd socket;
    Destination destination;
  };

  /// Starts a thread that serves the listeners. Throws Error.
  explicit TcpForwarder(std::vector<Listener> listeners);
  /// Resets all connections, except that data of a client that has ended its side still arrive.
  ~TcpForwarder();
  /// Whether everything that was received has been passed on to a socket.
  bool is_idle() const;
  TcpForwarder(const TcpForwarder&) = delete;
  TcpForwarder& operator=(const TcpForwarder&) = delete;

 private:
  class Loop;
  std::unique_ptr<Loop> loop_;
  std::thread thread_;
};

/// `port` of this host's loopback interface.
TcpForwarder::Destination to_loopback(std::uint16_t port);
/// The address that the client named before its connection was redirected (SO_ORIGINAL_DST).
sockaddr_in original_destination(int socket);

}  // namespace seawind
