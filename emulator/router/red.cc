// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/router/red.h"

#include <utility>

#include "emulator/router/red_defaults.h"

namespace seawind {

RedQueue::RedQueue(const RedConfig& config, const Node& node) : AverageQueue(node) {
  configure(config, node.link);
}

void RedQueue::configure(const RedConfig& config, const RouterContext& link) {
  LeafQueue::configure(config, link);
  const bool goes_on =
      config_.adaptive && config.adaptive && config_.max_probability == config.max_probability;
  const double adapted = curve_.max_probability;
  config_ = config;
  curve_ = red_curve(config, limit_, link);
  if (goes_on) curve_.max_probability = adapted;
  if (!config.adaptive) adapter_ = {};  // begins again when it is switched on
  parameters_ = {.weight = red_weight(config, link),
                 .link_rate = link.link_rate,
                 .average_packet = config.average_packet};
  if (config.linux_arithmetic && link.link_rate > 0) {
    parameters_.damping.emplace(parameters_.weight, static_cast<double>(config.average_packet) * 8 /
                                                        static_cast<double>(link.link_rate));
  }
}

void RedQueue::enqueue(Packet packet, Time now) {
  advance(now);
  enqueue_by(std::move(packet), now, curve_, decision_, config_.ecn);
}

void RedQueue::advance(Time now) {
  if (!config_.adaptive) return;
  curve_.max_probability = adapter_.advance(curve_.max_probability, curve_.min, curve_.max,
                                            *config_.adaptive, average_, parameters_, now);
}

// In Linux the idle time starts with a dequeue from the empty queue.
void RedQueue::emptied(Time now) {
  if (!config_.linux_arithmetic) average_.emptied(now);
}

}  // namespace seawind
