// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/router/head_drop.h"

#include <utility>

#include "emulator/router/default_limit.h"
#include "emulator/router/router_config.h"

namespace seawind {

void HeadDropQueue::enqueue(Packet packet, Time) {
  if (!Occupancy{}.fits(packet.size(), limit_)) {
    events_.dropped(packet, DropReason::kRouterFull);
    return;
  }
  while (!queue_.occupancy().fits(packet.size(), limit_)) {
    events_.dropped(queue_.pop(), DropReason::kHeadDrop);
  }
  const Packet& inside = queue_.push(std::move(packet));
  events_.enqueued(inside, inside.traffic_class());
}

void HeadDropQueue::remove_if(const std::function<bool(const Packet&)>& chosen, DropReason reason,
                              Time) {
  queue_.remove_if(chosen, [&](const Packet& packet) { events_.dropped(packet, reason); });
}

void HeadDropQueue::change(const DisciplineConfig& config, const RouterContext& link, Time) {
  limit_ = limit_or_default(std::get<HeadDropConfig>(config).limit, link);
}

}  // namespace seawind
