// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/router/red.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "emulator/router/class_stream.h"
#include "emulator/router/default_limit.h"
#include "emulator/router/ecn.h"
#include "emulator/router/red_defaults.h"

namespace seawind {

RedQueue::RedQueue(const RedConfig& config, const Node& node)
    : LeafQueue(node), random_(class_stream(node)) {
  configure(config, node.link);
}

void RedQueue::configure(const RedConfig& config, const RouterContext& link) {
  config_ = config;
  limit_ = limit_or_default(config.limit, link);
  curve_ = red_curve(config, limit_, link);
  parameters_ = {.weight = red_weight(config, link),
                 .link_rate = link.link_rate,
                 .average_packet = config.average_packet};
  if (config.linux_arithmetic && link.link_rate > 0) {
    parameters_.damping.emplace(parameters_.weight, static_cast<double>(config.average_packet) * 8 /
                                                        static_cast<double>(link.link_rate));
  }
}

void RedQueue::enqueue(Packet packet, Time now) {
  settle(now);
  const double average = average_.arrival(queue_.bytes(), now, parameters_);
  const bool signal = decision_.signal(curve_, average, packet.size(), random_.uniform());
  if (const auto value = static_cast<std::int64_t>(average * 256); value != last_reported_) {
    last_reported_ = value;
    events_.measured(EventKind::kRouterAverage, traffic_class_, value);
  }
  if (signal && !(config_.ecn && ecn_capable(packet))) {
    events_.dropped(packet, DropReason::kEarly);
    return;
  }
  if (!queue_.occupancy().fits(packet.size(), limit_)) {
    events_.dropped(packet, DropReason::kRouterFull);
    return;
  }
  if (signal) mark(packet, events_);
  average_.filled();
  accept(std::move(packet), now);
}

void RedQueue::settle(Time now) {
  if (!config_.adaptive) return;
  curve_.max_probability = adapter_.advance(curve_.max_probability, curve_.min, curve_.max,
                                            *config_.adaptive, average_, parameters_, now);
}

// In Linux the idle time starts with a dequeue from the empty queue.
void RedQueue::emptied(Time now) {
  if (!config_.linux_arithmetic) average_.emptied(now);
}

Packet RedQueue::dequeue(Time now) {
  if (queue_.empty()) {
    if (!average_.is_idle()) average_.emptied(now);
    return {};
  }
  Packet packet = queue_.pop().packet;
  if (queue_.empty()) emptied(now);
  return packet;
}

}  // namespace seawind
