// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/router/tail_drop.h"

#include <utility>

#include "emulator/router/default_limit.h"
#include "emulator/router/router_config.h"

namespace seawind {

void TailDropQueue::enqueue(Packet packet, Time) {
  if (!queue_.occupancy().fits(overfill_ ? 1 : packet.size(), limit_)) {
    events_.dropped(packet, DropReason::kRouterFull);
    return;
  }
  const Packet& inside = queue_.push(std::move(packet));
  events_.enqueued(inside, inside.traffic_class());
}

Packet TailDropQueue::dequeue(Time) {
  return queue_.pop();
}

void TailDropQueue::remove_if(const std::function<bool(const Packet&)>& chosen, DropReason reason,
                              Time) {
  queue_.remove_if(chosen, [&](const Packet& packet) { events_.dropped(packet, reason); });
}

void TailDropQueue::change(const DisciplineConfig& config, const RouterContext& link, Time) {
  const auto& wanted = std::get<TailDropConfig>(config);
  limit_ = limit_or_default(wanted.limit, link);
  overfill_ = wanted.overfill;
}

}  // namespace seawind
