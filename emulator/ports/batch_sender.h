// SPDX-License-Identifier: GPL-3.0-or-later
// Sends packets as whole frames through a packet socket, many in one system call.
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
  /// Prepares `fd`, an AF_PACKET socket bound to its interface, for sending: non-blocking, a large
  /// send buffer, past the queueing discipline (a queue of the kernel's would add a delay of its
  /// own). The descriptor stays the caller's.
  BatchSender(int fd, const std::string& interface);

  void send(std::span<const Packet> packets);
  /// Goes the way of a send up to the point where the kernel refuses a frame without a whole
  /// Ethernet header: the next real one finds that way in the caches.
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
