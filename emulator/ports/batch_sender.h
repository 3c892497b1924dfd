// SPDX-License-Identifier: GPL-3.0-or-later
// Sends packets as whole frames through a packet socket, several per system call.
#pragma once

#include <sys/socket.h>

#include <array>
#include <cstdint>
#include <span>

#include "common/fds.h"
#include "emulator/core/packet.h"
#include "emulator/ports/interface.h"

namespace seawind {

class BatchSender {
 public:
  /// Throws Error with the interface's name.
  explicit BatchSender(const Interface& interface);

  void send(std::span<const Packet> packets);
  /// Runs the send path up to the point where the kernel rejects a frame without a whole Ethernet
  /// header, so that the next send finds that path in the caches.
  void warm();
  std::uint64_t failures() const { return failures_; }

 private:
  static constexpr std::size_t kBatch = 32;
  Fd socket_;
  std::uint64_t failures_ = 0;
  std::array<iovec, kBatch> parts_{};
  std::array<mmsghdr, kBatch> messages_{};
};

}  // namespace seawind
