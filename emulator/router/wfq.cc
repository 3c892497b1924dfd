// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/router/wfq.h"

namespace seawind {

WeightedFairQueueing::WeightedFairQueueing(const WfqConfig& config, const Node& node)
    : Classful(leaves_of(config.classes), config.flows, node),
      clock_(size(), node.link.link_rate),
      tags_(size()),
      by_tag_(size()) {
  read_weights(config, Time{});
}

void WeightedFairQueueing::read_weights(const WfqConfig& config, Time now) {
  if (config.flows.count != 0) return;
  const Leaves leaves = leaves_of(config.classes);
  const double virtual_now = clock_.now(now);
  for (std::uint32_t i = 0; i < size(); ++i) {
    const double stretch = clock_.set_weight(i, leaves[i]->weight);
    if (stretch == 1) continue;
    Ring<double>& tags = tags_[i];
    for (std::uint64_t n = tags.first(); n != tags.end(); ++n)
      if (tags[n] > virtual_now) tags[n] = virtual_now + (tags[n] - virtual_now) * stretch;
    if (active(i)) activate(i, now);
  }
}

void WeightedFairQueueing::change(const DisciplineConfig& config, const RouterContext& link,
                                  Time now) {
  const auto& wfq = std::get<WfqConfig>(config);
  clock_.now(now);
  clock_.set_rate(link.link_rate);
  read_weights(wfq, now);
  change_children(leaves_of(wfq.classes), wfq.flows, link, now);
}

void WeightedFairQueueing::accepted(std::uint32_t child, std::uint32_t size, Time now) {
  tags_[child].push_back(clock_.arrival(child, size, now));
  if (active(child)) activate(child, now);  // the child may have dropped its oldest packet
}

void WeightedFairQueueing::activate(std::uint32_t child, Time now) {
  Ring<double>& tags = tags_[child];
  while (static_cast<std::int64_t>(tags.size()) > packets_of(child)) tags.pop_front();
  by_tag_.set(child, tags.empty() ? clock_.now(now) : tags.front());
}

void WeightedFairQueueing::served(std::uint32_t child, std::uint32_t, Time) {
  if (!tags_[child].empty()) tags_[child].pop_front();
}

}  // namespace seawind
