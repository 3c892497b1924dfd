// SPDX-License-Identifier: GPL-3.0-or-later
// One end of the control channel between the controller and its test bed holder: JSON messages over
// a SOCK_SEQPACKET pair, so that a message is whole or absent.
#pragma once

#include <chrono>
#include <nlohmann/json_fwd.hpp>
#include <optional>

#include "common/fds.h"

namespace seawind {

class MessageChannel {
 public:
  explicit MessageChannel(Fd socket) : socket_(std::move(socket)) {}

  /// Throws Error when the other end is gone.
  void send(const nlohmann::json& message);
  /// Waits for the next message; empty when the other end is gone.
  std::optional<nlohmann::json> receive();
  /// Whether a message, or the other end's end, is there within `timeout`.
  bool readable_within(std::chrono::milliseconds timeout) const;
  int fd() const { return socket_.get(); }

 private:
  Fd socket_;
};

}  // namespace seawind
