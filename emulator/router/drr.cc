// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/router/drr.h"

#include <algorithm>

namespace seawind {

DeficitRoundRobin::DeficitRoundRobin(const DrrConfig& config, const Node& node)
    : Classful(leaves_of(config.classes), config.flows, node), shares_(size()), round_(size()) {
  read_quanta(config);
}

void DeficitRoundRobin::read_quanta(const DrrConfig& config) {
  const Leaves leaves = leaves_of(config.classes);
  for (std::uint32_t i = 0; i < size(); ++i) {
    const auto& given = config.flows.count != 0 ? config.quantum : leaves[i]->quantum;
    const std::int64_t quantum = given.value_or(1514);
    Share& share = shares_[i];
    if (quantum < share.quantum) share.deficit = std::min(share.deficit, quantum);
    share.quantum = quantum;
  }
}

void DeficitRoundRobin::change(const DisciplineConfig& config, const RouterContext& link,
                               Time now) {
  const auto& drr = std::get<DrrConfig>(config);
  read_quanta(drr);
  change_children(leaves_of(drr.classes), drr.flows, link, now);
}

void DeficitRoundRobin::activate(std::uint32_t child, Time) {
  shares_[child].deficit = 0;
  round_.push_back(child);
}

void DeficitRoundRobin::deactivate(std::uint32_t child) {
  if (round_.front() == child) turn_open_ = false;
  round_.erase(child);
}

std::uint32_t DeficitRoundRobin::choose(Time now) {
  while (any_active()) {
    const std::uint32_t child = round_.front();
    const std::uint32_t size = head_size(child, now);
    if (size == 0) continue;  // inactive and out of the round
    Share& share = shares_[child];
    if (!turn_open_) {
      share.deficit += share.quantum;
      turn_open_ = true;
    }
    if (size <= share.deficit) return child;
    turn_open_ = false;
    round_.to_back(child);
  }
  return kNone;
}

void DeficitRoundRobin::served(std::uint32_t child, std::uint32_t size, Time) {
  shares_[child].deficit -= size;
}

}  // namespace seawind
