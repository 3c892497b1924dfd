// SPDX-License-Identifier: GPL-3.0-or-later
// Forwards TCP connections between network namespaces: the kernel's TCP of the fixed host ends the
// connections that cross an emulated link, and a second connection of each, made in the namespace
// of the thread that made the forwarder, carries the data on. The second one is made first: the
// client's SYN is answered when the destination has answered, with the same result
// (namespaces/tcp_split.h).
#pragma once

#include <netinet/in.h>

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <thread>
#include <vector>

#include "common/fds.h"
#include "namespaces/tcp_split.h"

namespace seawind {

class TcpForwarder {
 public:
  /// Maximum number of simultaneous connections. Further SYNs remain unanswered, so that the
  /// clients repeat them.
  static constexpr std::size_t kMaxConnections = 500;
  /// Time for the client's handshake after the verdict: the kernel repeats its SYN-ACK until then.
  /// Until the verdict, an eighth of it is how late the client's next SYN may be.
  static constexpr std::chrono::milliseconds kHandshakeLimit{64'000};

  /// The address to connect to for a client that has connected to `requested`; empty: the
  /// connection is not one to forward.
  using Destination = std::function<std::optional<sockaddr_in>(const sockaddr_in& requested)>;

  /// Starts a thread that serves the connections that `split` reports and those that `listeners`
  /// accept. Throws Error.
  TcpForwarder(SplitSockets split, std::vector<Fd> listeners, Destination destination,
               std::chrono::milliseconds handshake_limit = kHandshakeLimit);
  /// Resets all connections, except that data of a client that has ended its side still arrive.
  ~TcpForwarder();
  /// Whether the services have acknowledged everything that clients have sent. Any thread.
  bool is_delivered() const;

  struct Counts {
    std::int64_t connections = 0;  // with both sides connected
    std::int64_t unanswered = 0;   // SYNs without a descriptor, port or place for them
    /// The longest time, within 0.1 s, for which the thread did not run while there were
    /// connections or requests.
    std::chrono::nanoseconds longest_stall{0};
  };
  Counts counts();
  TcpForwarder(const TcpForwarder&) = delete;
  TcpForwarder& operator=(const TcpForwarder&) = delete;

 private:
  class Loop;
  std::unique_ptr<Loop> loop_;
  std::thread thread_;
};

}  // namespace seawind
