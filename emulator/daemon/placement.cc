// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/daemon/placement.h"

#include <algorithm>

#include "emulator/core/distribution.h"
#include "emulator/link/delivery_trace_rate.h"

namespace seawind {
namespace {

std::int64_t rate_of(const RateSchedule& schedule) {
  std::int64_t rate = 0;
  for (const RateSchedule::Step& step : schedule.steps) rate = std::max(rate, step.rate);
  return rate;
}

}  // namespace

std::int64_t largest_rate(const DirectionConfig& direction) {
  using Schedule = std::shared_ptr<const RateSchedule>;
  using Trace = std::shared_ptr<const DeliveryTrace>;
  if (const auto* schedule = std::get_if<Schedule>(&direction.rate_source))
    return rate_of(**schedule);
  if (const auto* trace = std::get_if<Trace>(&direction.rate_source)) return mean_rate(**trace);
  double rate = 0;
  for (const StateParameters& state : direction.states) {
    rate = std::max(rate, mean_of(state.rate) * static_cast<double>(state.user_max_rate));
  }
  constexpr double kRateBound = 1e15;  // keeps the sum over all links in range
  return static_cast<std::int64_t>(std::min(rate, kRateBound));
}

std::int64_t largest_rate(const HopConfig& config, Direction direction) {
  const auto of = direction == Direction::kDownlink ? &HopConfig::downlink : &HopConfig::uplink;
  std::int64_t rate = largest_rate(config.*of);
  for (const TimedChange& change : config.changes)
    rate = std::max(rate, largest_rate((*change.config).*of));
  return rate;
}

std::int64_t load_of(const HopConfig& config) {
  std::int64_t rate = largest_rate(config.downlink) + largest_rate(config.uplink);
  for (const TimedChange& change : config.changes) {
    rate =
        std::max(rate, largest_rate(change.config->downlink) + largest_rate(change.config->uplink));
  }
  return rate;
}

Placement::Place::Place(Placement& placement, std::int64_t rate, Node node)
    : placement_(placement), rate_(rate) {
  const std::vector<Node>& nodes = placement_.nodes_;
  const bool any = !node || std::ranges::find(nodes, node) == nodes.end();
  const std::lock_guard lock(placement_.mutex_);
  std::optional<std::size_t> least;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    if (!any && nodes[i] != node) continue;
    if (!least || placement_.loads_[i] < placement_.loads_[*least]) least = i;
  }
  thread_ = least.value();
  placement_.loads_[thread_].rate += rate_;
  ++placement_.loads_[thread_].links;
}

Placement::Place::~Place() {
  const std::lock_guard lock(placement_.mutex_);
  placement_.loads_[thread_].rate -= rate_;
  --placement_.loads_[thread_].links;
}

void Placement::Place::set_rate(std::int64_t rate) {
  const std::lock_guard lock(placement_.mutex_);
  placement_.loads_[thread_].rate += rate - rate_;
  rate_ = rate;
}

}  // namespace seawind
