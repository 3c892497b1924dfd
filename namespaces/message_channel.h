// SPDX-License-Identifier: GPL-3.0-or-later
// One end of the control channel between the controller and a helper process (helper_process.h):
// JSON messages, optionally with file descriptors, over a SOCK_SEQPACKET pair, which preserves
// message boundaries.
#pragma once

#include <chrono>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <vector>

#include "common/fds.h"

namespace seawind {

class MessageChannel {
 public:
  explicit MessageChannel(Fd socket) : socket_(std::move(socket)) {}

  /// Maximum number of descriptors of a message.
  static constexpr std::size_t kMaxFiles = 16;

  /// `files`: descriptors that the message carries; they remain the caller's. Throws Error when the
  /// other end is closed.
  void send(const nlohmann::json& message, std::span<const int> files = {});
  /// Waits for the next message. Empty when the other end is closed. The message's descriptors are
  /// appended to `files`, or closed when `files` is null.
  std::optional<nlohmann::json> receive(std::vector<Fd>* files = nullptr);
  /// Whether a message, or the end of the channel, arrives within `timeout`.
  bool readable_within(std::chrono::milliseconds timeout) const {
    return seawind::readable_within(socket_.get(), timeout);
  }
  int fd() const { return socket_.get(); }

 private:
  Fd socket_;
};

}  // namespace seawind
