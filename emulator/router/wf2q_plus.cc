// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/router/wf2q_plus.h"

#include <algorithm>
#include <utility>

namespace seawind {

Wf2qPlus::Wf2qPlus(const Wf2qPlusConfig& config, const Node& node)
    : Classful(leaves_of(config.classes), config.flows, node),
      shares_(size()),
      eligible_(size()),
      waiting_(size()) {
  read_weights(config);
}

void Wf2qPlus::read_weights(const Wf2qPlusConfig& config) {
  const Leaves leaves = leaves_of(config.classes);
  const auto weight = [&](std::uint32_t i) {
    return config.flows.count != 0 ? 1.0 : leaves[i]->weight;
  };
  double sum = 0;
  for (std::uint32_t i = 0; i < size(); ++i) sum += weight(i);
  for (std::uint32_t i = 0; i < size(); ++i) set_share(i, weight(i) / sum);
}

// What a child has left to send ahead of the virtual time takes as long as its new share gives.
void Wf2qPlus::set_share(std::uint32_t child, double share) {
  Share& one = shares_[child];
  const double stretch = std::exchange(one.share, share) / share;
  if (stretch == 1) return;
  const auto ahead = [&](double tag, double of) { return of + (tag - of) * stretch; };
  if (eligible_.contains(child)) {
    one.finish = ahead(one.finish, one.start);
    eligible_.set(child, one.finish);
    return;
  }
  if (one.finish > virtual_time_) one.finish = ahead(one.finish, virtual_time_);
  if (waiting_.contains(child) && one.start > virtual_time_) {
    one.start = ahead(one.start, virtual_time_);
    waiting_.set(child, one.start);
  }
}

void Wf2qPlus::change(const DisciplineConfig& config, const RouterContext& link, Time now) {
  const auto& wf2q = std::get<Wf2qPlusConfig>(config);
  read_weights(wf2q);
  change_children(leaves_of(wf2q.classes), wf2q.flows, link, now);
}

// choose() assigns finish tags, because reading the head may dequeue it from an AQM. That must not
// happen before the packet can be served.
void Wf2qPlus::activate(std::uint32_t child, Time) {
  Share& share = shares_[child];
  if (share.busy_period != busy_period_) share.finish = 0;
  share.busy_period = busy_period_;
  share.start = std::max(share.finish, virtual_time_);
  waiting_.set(child, share.start);
}

void Wf2qPlus::deactivate(std::uint32_t child) {
  eligible_.erase(child);
  waiting_.erase(child);
  if (any_active()) return;
  virtual_time_ = 0;
  ++busy_period_;
}

std::uint32_t Wf2qPlus::choose(Time now) {
  while (any_active()) {
    if (eligible_.empty()) virtual_time_ = std::max(virtual_time_, waiting_.top_key());
    while (!waiting_.empty() && waiting_.top_key() <= virtual_time_) {
      const std::uint32_t child = waiting_.top();
      const std::uint32_t bytes = head_size(child, now);
      if (bytes == 0) continue;  // inactive now
      Share& share = shares_[child];
      share.finish = share.start + bytes / share.share;
      waiting_.erase(child);
      eligible_.set(child, share.finish);
    }
    if (!eligible_.empty()) return eligible_.top();
  }
  return kNone;
}

void Wf2qPlus::served(std::uint32_t, std::uint32_t size, Time) {
  virtual_time_ += size;
}

void Wf2qPlus::stays_active(std::uint32_t child, Time) {
  Share& share = shares_[child];
  eligible_.erase(child);
  share.start = share.finish;
  waiting_.set(child, share.start);
}

}  // namespace seawind
