// SPDX-License-Identifier: GPL-3.0-or-later
// First in, first out, with the instant each packet entered: what disciplines that measure delay
// are made of. Knows no limit; drops nothing.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "common/time.h"
#include "emulator/core/limit.h"
#include "emulator/core/packet.h"
#include "emulator/core/ring.h"

namespace seawind {

struct TimedPacket {
  Packet packet;
  Time entered;
};

class TimedFifo {
 public:
  bool empty() const { return queue_.empty(); }
  std::int64_t bytes() const { return fill_.bytes; }
  std::int64_t packets() const { return fill_.packets; }
  const Fill& fill() const { return fill_; }
  /// The oldest; the queue must not be empty.
  const TimedPacket& front() const { return queue_.front(); }

  /// Valid until the next push().
  const Packet& push(Packet packet, Time now) {
    fill_.add(packet.size());
    return queue_[queue_.push_back({std::move(packet), now})].packet;
  }
  /// The oldest, or an empty packet.
  TimedPacket pop() {
    if (queue_.empty()) return {};
    TimedPacket oldest = queue_.pop_front();
    fill_.remove(oldest.packet.size());
    return oldest;
  }
  void drain(std::vector<Packet>& out) {
    while (!queue_.empty()) out.push_back(pop().packet);
  }
  /// Gives every packet for which `chosen` holds to `removed`, oldest first.
  template <typename Chosen, typename Removed>
  void remove_if(const Chosen& chosen, const Removed& removed) {
    for (std::size_t left = queue_.size(); left > 0; --left) {
      TimedPacket oldest = queue_.pop_front();
      if (!chosen(oldest.packet)) {
        queue_.push_back(std::move(oldest));
        continue;
      }
      fill_.remove(oldest.packet.size());
      removed(std::move(oldest.packet));
    }
  }

 private:
  Ring<TimedPacket> queue_;
  Fill fill_;
};

}  // namespace seawind
