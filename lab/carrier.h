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
  /// `stream`: after its handshake.
  explicit Carrier(TlsStream stream);
  /// Ends the connection.
  ~Carrier();
  Carrier(const Carrier&) = delete;
  Carrier& operator=(const Carrier&) = delete;

  /// Begins to carry; sends `greeting` before anything else. For one call.
  void start(const std::string& greeting = {});
  /// The local end, non-blocking. For one call.
  Fd take_plain() { return std::move(plain_); }
  /// Whether the connection has ended; then the destructor does not wait.
  bool ended() const { return ended_; }
  /// Ends the connection soon.
  void stop();

 private:
  void run(const std::string& greeting);
  /// Returns when either end has closed the connection, or after stop().
  void carry(const std::string& greeting);

  TlsStream stream_;
  Fd plain_;  // the caller's
  Fd own_;    // the other end of it
  Fd stop_;   // an event
  std::atomic<bool> stopping_ = false;
  std::atomic<bool> ended_ = false;
  std::thread thread_;
};

}  // namespace seawind::lab
