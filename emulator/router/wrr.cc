// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/router/wrr.h"

#include <algorithm>

namespace seawind {

WeightedRoundRobin::WeightedRoundRobin(const WrrConfig& config, const Node& node)
    : Classful(leaves_of(config.classes), config.flows, node), shares_(size()), round_(size()) {
  read_weights(config);
}

void WeightedRoundRobin::read_weights(const WrrConfig& config) {
  const Leaves leaves = leaves_of(config.classes);
  if (config.flows.count != 0) return;
  for (std::uint32_t i = 0; i < size(); ++i) {
    shares_[i].weight = std::max<std::int64_t>(static_cast<std::int64_t>(leaves[i]->weight), 1);
    shares_[i].left = std::min(shares_[i].left, shares_[i].weight);
  }
}

void WeightedRoundRobin::change(const DisciplineConfig& config, const RouterContext& link,
                                Time now) {
  const auto& wrr = std::get<WrrConfig>(config);
  read_weights(wrr);
  change_children(leaves_of(wrr.classes), wrr.flows, link, now);
}

void WeightedRoundRobin::activate(std::uint32_t child, Time) {
  shares_[child].left = shares_[child].weight;
  round_.push_back(child);
}

void WeightedRoundRobin::served(std::uint32_t child, std::uint32_t, Time) {
  Share& share = shares_[child];
  if (--share.left > 0) return;
  share.left = share.weight;
  round_.to_back(child);
}

}  // namespace seawind
