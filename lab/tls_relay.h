// SPDX-License-Identifier: GPL-3.0-or-later
// Carries the bytes of a TLS connection to and from a local socket, by a thread of its own: to the
// socket of a program on this host, or for a library that takes a connected socket, as gRPC does.
#pragma once

#include <atomic>
#include <string>
#include <thread>
#include <utility>

#include "common/fds.h"
#include "lab/tls_stream.h"

namespace seawind::lab {

/// Two local stream sockets that are connected to each other, non-blocking. Throws Error.
std::pair<Fd, Fd> local_pair();

class TlsRelay {
 public:
  /// `stream`: after its handshake. `local`: a connected, non-blocking socket.
  TlsRelay(TlsStream stream, Fd local);
  /// Ends the connection.
  ~TlsRelay();
  TlsRelay(const TlsRelay&) = delete;
  TlsRelay& operator=(const TlsRelay&) = delete;

  /// Begins to carry bytes, after sending `greeting`. Must be called once.
  void start(const std::string& greeting = {});
  /// Whether the connection has ended; then the destructor does not wait.
  bool ended() const { return ended_; }
  /// Ends the connection soon.
  void stop();

 private:
  void run(const std::string& greeting);
  /// Returns when either end has closed the connection, or after stop().
  void carry(const std::string& greeting);

  TlsStream stream_;
  Fd local_;
  Fd stop_;  // an event
  std::atomic<bool> stopping_ = false;
  std::atomic<bool> ended_ = false;
  std::thread thread_;
};

}  // namespace seawind::lab
