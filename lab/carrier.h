// SPDX-License-Identifier: GPL-3.0-or-later
// Carries the bytes of a TLS connection to and from a local socket, by a thread of its own: for
// libraries that take a connected socket, as gRPC does.
#pragma once

#include <atomic>
#include <string>
#include <thread>

#include "common/fds.h"
#include "lab/tls_stream.h"

namespace seawind::lab {

class Carrier {
 public:
  /// `stream`: after its handshake. `greeting`: sent before anything else, by start().
  Carrier(TlsStream stream, std::string greeting);
  /// Ends the connection.
  ~Carrier();
  Carrier(const Carrier&) = delete;
  Carrier& operator=(const Carrier&) = delete;

  /// Begins to carry. For one call.
  void start();
  /// The local end, non-blocking. For one call.
  Fd take_plain() { return std::move(plain_); }
  /// Whether the connection has ended; then the destructor does not wait.
  bool ended() const { return ended_; }
  /// Ends the connection soon.
  void stop();

 private:
  void run();
  /// Returns when either end has closed the connection, or after stop().
  void carry();

  TlsStream stream_;
  std::string greeting_;
  Fd plain_;  // the caller's
  Fd own_;    // the other end of it
  Fd stop_;   // an event
  std::atomic<bool> stopping_ = false;
  std::atomic<bool> ended_ = false;
  std::thread thread_;
};

}  // namespace seawind::lab
