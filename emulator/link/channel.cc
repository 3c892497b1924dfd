// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/link/channel.h"

#include <algorithm>

#include "emulator/link/distribution.h"

namespace seawind {
namespace {

// The process must move on: a dwell takes at least a nanosecond.
Duration dwell(const ChannelStateConfig& state, RandomStream& random) {
  return std::max(duration_at(state.dwell, random.uniform()), Duration::nanoseconds(1));
}

}  // namespace

ChannelProcess::ChannelProcess(const ChannelConfig& config, std::uint64_t seed,
                               Scheduler& scheduler, LinkObserver& observer)
    : states_(config.states), random_(seed, "channel"), scheduler_(scheduler), observer_(observer) {
  if (states_.empty()) return;
  const Time start = scheduler_.now();
  next_change_ = start - config.lead_in + dwell(states_[0], random_);
  while (next_change_ <= start) step();
  tell();
  if (states_.size() > 1) scheduler_.at(next_change_, [this] { advance(); });
}

std::size_t ChannelProcess::current() {
  advance();
  return current_;
}

// Every change has an event at its own instant, so this never finds one older than now(). An event
// that somebody's question at the same instant has overtaken does nothing.
void ChannelProcess::advance() {
  if (states_.size() < 2 || scheduler_.now() < next_change_) return;
  step();
  tell();
  scheduler_.at(next_change_, [this] { advance(); });
}

void ChannelProcess::step() {
  current_ = (current_ + 1) % states_.size();
  next_change_ += dwell(states_[current_], random_);
}

void ChannelProcess::tell() {
  observer_.on_event({.time = scheduler_.now(),
                      .kind = EventKind::kStateChange,
                      .direction = Direction::kDownlink,
                      .code = static_cast<std::uint8_t>(current_)},
                     nullptr);
}

}  // namespace seawind
