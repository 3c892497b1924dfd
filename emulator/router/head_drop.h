// SPDX-License-Identifier: GPL-3.0-or-later
// A FIFO queue that drops from the head (`head_drop`) until an arriving packet fits, so that the
// sender detects the loss one queueing delay earlier. A packet larger than the limit is rejected
// (`router_full`) and displaces no other. References: Lakshman, Neidhardt, Ott, "The drop from
// front strategy in TCP and in TCP over ATM" (1996); experiments B1.5.6.
#pragma once

#include "emulator/router/leaf_queue.h"

namespace seawind {

class HeadDropQueue final : public LeafQueue<HeadDropConfig> {
 public:
  HeadDropQueue(const HeadDropConfig& config, const Node& node) : LeafQueue(node) {
    configure(config, node.link);
  }

  void enqueue(Packet packet, Time now) override {
    if (!Occupancy{}.fits(packet.size(), limit_)) {
      return events_.dropped(packet, DropReason::kRouterFull);
    }
    while (!queue_.occupancy().fits(packet.size(), limit_)) {
      events_.dropped(queue_.pop().packet, DropReason::kHeadDrop);
    }
    accept(std::move(packet), now);
  }
};

}  // namespace seawind
