// SPDX-License-Identifier: GPL-3.0-or-later
// The common part of FIFO queues: a ring of packets and its occupancy.
#pragma once

#include <functional>
#include <utility>
#include <vector>

#include "emulator/core/limit.h"
#include "emulator/core/ring.h"
#include "emulator/router/queue_discipline.h"

namespace seawind {

class Fifo {
 public:
  bool empty() const { return ring_.empty(); }
  const Occupancy& occupancy() const { return occupancy_; }
  const Packet* front() const { return ring_.empty() ? nullptr : &ring_.front(); }

  /// Appends `packet` and returns it in its place, valid until the next call.
  const Packet& push(Packet packet) {
    occupancy_.add(packet.size());
    return ring_[ring_.push_back(std::move(packet))];
  }
  /// Removes and returns the oldest packet, or an empty one.
  Packet pop() {
    if (ring_.empty()) return {};
    Packet packet = ring_.pop_front();
    occupancy_.remove(packet.size());
    return packet;
  }
  /// Removes the packets for which `chosen` is true, in order, and calls gone(packet) for each.
  template <typename Gone>
  void remove_if(const std::function<bool(const Packet&)>& chosen, const Gone& gone) {
    for (std::size_t left = ring_.size(); left > 0; --left) {
      Packet packet = ring_.pop_front();
      if (!chosen(packet)) {
        ring_.push_back(std::move(packet));
        continue;
      }
      occupancy_.remove(packet.size());
      gone(packet);
    }
  }
  void drain(std::vector<Packet>& out) {
    while (!ring_.empty()) out.push_back(pop());
  }

 private:
  Ring<Packet> ring_;
  Occupancy occupancy_;
};

}  // namespace seawind
