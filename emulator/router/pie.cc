// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/router/pie.h"

#include <utility>

#include "emulator/router/class_stream.h"
#include "emulator/router/default_limit.h"
#include "emulator/router/ecn.h"

namespace seawind {

PieQueue::PieQueue(const PieConfig& config, const Node& node)
    : LeafQueue(node), random_(class_stream(node)) {
  configure(config, node.link);
}

void PieQueue::configure(const PieConfig& config, const RouterContext& link) {
  config_ = config;
  limit_ = limit_or_default(config.limit, link);
}

void PieQueue::enqueue(Packet packet, Time now) {
  law_.advance(now, config_);
  const double uniform = random_.uniform();
  if (!queue_.occupancy().fits(packet.size(), limit_)) {
    events_.dropped(packet, DropReason::kRouterFull);
    return;
  }
  switch (law_.arrival(queue_.bytes(), ecn_capable(packet), uniform, config_)) {
    case PieAction::kDrop:
      events_.dropped(packet, DropReason::kEarly);
      return;
    case PieAction::kMark:
      mark(packet, events_);
      break;
    case PieAction::kPass:
      break;
  }
  accept(std::move(packet), now);
}

Packet PieQueue::dequeue(Time now) {
  law_.advance(now, config_);
  if (queue_.empty()) return {};
  TimedPacket oldest = queue_.pop();
  law_.departure(now - oldest.entered, queue_.empty());
  return std::move(oldest.packet);
}

void PieQueue::emptied(Time now) {
  law_.advance(now, config_);
  law_.departure({}, true);
}

}  // namespace seawind
