// SPDX-License-Identifier: GPL-3.0-or-later
// A FIFO queue with tail drop. A packet that does not fit whole is dropped, even if the queue is
// empty: a packet larger than the limit is never admitted. With `overfill` a packet is dropped only
// if the occupancy is at the limit or above. Reference: model 2, "tail-drop router
// queue", counted in IP bytes or in packets.
#pragma once

#include "emulator/router/leaf_queue.h"

namespace seawind {

class TailDropQueue final : public LeafQueue<TailDropConfig> {
 public:
  TailDropQueue(const TailDropConfig& config, const Node& node) : LeafQueue(node) {
    configure(config, node.link);
  }

  void enqueue(Packet packet, Time now) override {
    if (queue_.occupancy().fits(overfill_ ? 1 : packet.size(), limit_)) {
      accept(std::move(packet), now);
    } else {
      events_.dropped(packet, DropReason::kRouterFull);
    }
  }

 private:
  void configure(const TailDropConfig& config, const RouterContext& link) override {
    LeafQueue::configure(config, link);
    overfill_ = config.overfill;
  }

  bool overfill_ = false;
};

}  // namespace seawind
