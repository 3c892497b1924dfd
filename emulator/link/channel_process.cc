// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/link/channel_process.h"

#include <algorithm>
#include <cassert>
#include <numeric>

namespace seawind {
namespace {

std::vector<std::size_t> visiting_order(const ChannelConfig& config) {
  if (!config.cycle.empty()) return config.cycle;
  std::vector<std::size_t> order(config.states.size());
  std::iota(order.begin(), order.end(), 0U);
  return order;
}

}  // namespace

ChannelProcess::ChannelProcess(const ChannelConfig& config, std::uint64_t seed,
                               Scheduler& scheduler, LinkObserver& observer)
    : states_(config.states),
      cycle_(visiting_order(config)),
      dwells_(seed, "channel"),
      transitions_(seed, "channel/next"),
      scheduler_(scheduler),
      emit_(Direction::kDownlink, scheduler, observer) {
  if (states_.empty()) return;
  assert(std::all_of(cycle_.begin(), cycle_.end(), [&](auto i) { return i < states_.size(); }));
  assert(std::all_of(states_.begin(), states_.end(), [&](const auto& state) {
    return state.next.empty() == states_[0].next.empty();
  }));
  const Time start = scheduler_.now();
  current_ = cycle_.front();
  next_change_ = start - config.lead_in;
  draw_end();
  while (next_change_ <= start) step();
  emit_state();
  if (next_change_ != Time::max()) scheduler_.at(next_change_, [this] { advance(); });
}

std::size_t ChannelProcess::current() {
  advance();
  return current_;
}

std::uint64_t ChannelProcess::dwell() {
  advance();
  return dwell_;
}

void ChannelProcess::add(ChannelListener& listener) {
  listeners_.push_back(&listener);
}

void ChannelProcess::remove(ChannelListener& listener) {
  std::erase(listeners_, &listener);
}

// Every change has an event at its own instant, so at most one change is due. The event does
// nothing if a call of current() at the same instant has already made the change.
void ChannelProcess::advance() {
  if (scheduler_.now() < next_change_) return;
  step();
  scheduler_.at(next_change_, [this] { advance(); });
  emit_state();
  for (ChannelListener* listener : listeners_) listener->dwell_began();
}

void ChannelProcess::step() {
  current_ = successor();
  ++dwell_;
  draw_end();
}

// A dwell takes at least one nanosecond, so that time advances. A single state without `next` never
// ends.
void ChannelProcess::draw_end() {
  const Duration dwell = dwells_.duration(states_[current_].dwell);
  if (states_.size() == 1 && states_[0].next.empty()) {
    next_change_ = Time::max();
  } else {
    next_change_ += std::max(dwell, Duration::nanoseconds(1));
  }
}

std::size_t ChannelProcess::successor() {
  const double u = transitions_.uniform();
  const std::vector<double>& row = states_[current_].next;
  if (row.empty()) {
    position_ = (position_ + 1) % cycle_.size();
    return cycle_[position_];
  }
  const double total = std::accumulate(row.begin(), row.end(), 0.0);
  double left = u * total;
  std::size_t chosen = current_;
  for (std::size_t i = 0; i < row.size(); ++i) {
    if (!(row[i] > 0)) continue;
    chosen = i;
    if (left < row[i]) break;
    left -= row[i];
  }
  return chosen;
}

void ChannelProcess::emit_state() const {
  emit_(EventKind::kStateChange, 0, 0, 0, static_cast<std::uint8_t>(current_));
}

}  // namespace seawind
