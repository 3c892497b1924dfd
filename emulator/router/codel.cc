// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/router/codel.h"

#include <utility>

#include "emulator/router/default_limit.h"

namespace seawind {

CodelQueue::CodelQueue(const CodelConfig& config, const Node& node) : LeafQueue(node) {
  configure(config, node.link);
}

void CodelQueue::configure(const CodelConfig& config, const RouterContext& link) {
  config_ = config;
  limit_ = limit_or_default(config.limit, link);
}

void CodelQueue::enqueue(Packet packet, Time now) {
  if (!queue_.occupancy().fits(packet.size(), limit_)) {
    events_.dropped(packet, DropReason::kRouterFull);
    return;
  }
  accept(std::move(packet), now);
}

Packet CodelQueue::dequeue(Time now) {
  return law_.dequeue(queue_, now, config_, events_);
}

}  // namespace seawind
