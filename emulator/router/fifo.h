// SPDX-License-Identifier: GPL-3.0-or-later
// A FIFO queue that records the entry time of each packet. It has no limit and drops nothing.
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

class Fifo {
 public:
  bool empty() const { return queue_.empty(); }
  std::int64_t bytes() const { return occupancy_.bytes; }
  std::int64_t packets() const { return occupancy_.packets; }
  const Occupancy& occupancy() const { return occupancy_; }
  /// The oldest packet; the queue must not be empty.
  const TimedPacket& front() const { return queue_.front(); }

  /// Valid until the next push().
  const Packet& push(Packet packet, Time now) {
    occupancy_.add(packet.size());
    return queue_[queue_.push_back({std::move(packet), now})].packet;
  }
  /// Removes and returns the oldest packet, or an empty one.
  TimedPacket pop() {
    if (queue_.empty()) return {};
    TimedPacket oldest = queue_.pop_front();
    occupancy_.remove(oldest.packet.size());
    return oldest;
  }
  void drain(std::vector<Packet>& out) {
    while (!queue_.empty()) out.push_back(pop().packet);
  }
  /// Removes the packets for which `chosen` is true, oldest first, and calls removed(packet) for
  /// each.
  template <typename Chosen, typename Removed>
  void remove_if(const Chosen& chosen, const Removed& removed) {
    queue_.remove_if([&](const TimedPacket& one) { return chosen(one.packet); },
                     [&](const TimedPacket& one) {
                       occupancy_.remove(one.packet.size());
                       removed(one.packet);
                     });
  }

 private:
  Ring<TimedPacket> queue_;
  Occupancy occupancy_;
};

}  // namespace seawind
