// SPDX-License-Identifier: GPL-3.0-or-later
// One end of the control channel between the controller and its test bed holder: JSON messages over
// a SOCK_SEQPACKET pair, which preserves message boundaries.
#pragma once

#include <chrono>
#include <nlohmann/json_fwd.hpp>
#include <optional>

#include "common/fds.h"

namespace seawind {

class MessageChannel {
 public:
  explicit MessageChannel(Fd socket) : socket_(std::move(socket)) {}

  /// Throws Error when the other end is closed.
  void send(const nlohmann::json& message);
  /// Waits for the next message. Empty when the other end is closed.
  std::optional<nlohmann::json> receive();
  /// Whether a message, or the end of the channel, arrives within `timeout`.
  bool readable_within(std::chrono::milliseconds timeout) const;
  int fd() const { return socket_.get(); }

 private:
  Fd socket_;
};

}  // namespace seawind
