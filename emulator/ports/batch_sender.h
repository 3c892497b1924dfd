// SPDX-License-Identifier: GPL-3.0-or-later
// Sends packets as whole frames through a packet socket, several per system call.
#pragma once

#include <sys/socket.h>

#include <array>
#include <cstdint>
#include <span>
#include <string>

#include "emulator/core/packet.h"

namespace seawind {

class BatchSender {
 public:
  /// Prepares `fd` (prepare_sending()), which the caller owns.
  BatchSender(int fd, const std::string& interface);

  void send(std::span<const Packet> packets);
  /// Runs the send path up to the point where the kernel rejects a frame without a whole Ethernet
  /// header, so that the next send finds that path in the caches.
  void warm();
  std::uint64_t failures() const { return failures_; }

 private:
  static constexpr std::size_t kBatch = 32;
  int fd_;
  std::uint64_t failures_ = 0;
  std::array<iovec, kBatch> parts_{};
  std::array<mmsghdr, kBatch> messages_{};
};

}  // namespace seawind
