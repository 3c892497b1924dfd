// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/daemon/relay.h"

#include <algorithm>

namespace seawind {

ClockSample Relay::add(RelayLink& link) {
  const ClockSample now = clock_.sample();
  link.start(now.monotonic);
  const auto free = std::find_if(slots_.begin(), slots_.end(),
                                 [](const Slot& slot) { return slot.link == nullptr; });
  link.slot = static_cast<std::uint32_t>(free - slots_.begin());
  if (free == slots_.end()) {
    next_events_.grow(link.slot + 1);
    touched_.reserve(slots_.size() + 1);
    left_behind_.reserve(slots_.size() + 1);
    slots_.emplace_back();  // last: without memory nothing has been added
  }
  slots_[link.slot] = {&link, link.lookahead()};
  next_events_.set(link.slot, link.next_event());
  update_lookahead();
  return now;
}

void Relay::remove(RelayLink& link) {
  slots_[link.slot] = {};
  std::erase(left_behind_, &link);
  next_events_.erase(link.slot);
  update_lookahead();
  if (next_events_.empty()) packets_.release();
}

std::optional<Duration> Relay::reconfigure(RelayLink& link, HopChange& change,
                                           const ChangeCondition& condition) {
  const auto at = link.reconfigure(change, clock_.monotonic(), condition);
  update(link);
  slots_[link.slot].lookahead = link.lookahead();
  update_lookahead();
  return at;
}

LinkSnapshot Relay::snapshot(RelayLink& link) {
  LinkSnapshot snapshot = link.snapshot(clock_.monotonic());
  update(link);
  return snapshot;
}

void Relay::update(RelayLink& link) {
  const Time next = link.next_event();
  if (next != next_events_.key(link.slot)) next_events_.set(link.slot, next);
}

void Relay::update_lookahead() {
  lookahead_ = Duration::max();
  for (const Slot& slot : slots_) lookahead_ = std::min(lookahead_, slot.lookahead);
}

void Relay::take(RelayLink& link, Direction direction) {
  link.collect(direction, stamps_, all_empty_ - kStampToBuffer, kBatch);
  if (link.touched) return;
  link.touched = true;
  touched_.push_back(&link);
}

void Relay::turn(std::span<const ReadyPort> ready, bool all_reported) {
  stamps_.begin_turn();
  const Time began = stamps_.now();
  for (RelayLink* link : left_behind_)
    for (const Direction direction : {Direction::kDownlink, Direction::kUplink})
      if (link->left_behind(direction)) take(*link, direction);
  left_behind_.clear();
  for (const ReadyPort& port : ready) take(*port.link, port.direction);
  const Time now = stamps_.now();
  for (RelayLink* link : touched_) {
    link->touched = false;
    if (link->left_behind(Direction::kDownlink) || link->left_behind(Direction::kUplink))
      left_behind_.push_back(link);
    link->advance(now);
    update(*link);
  }
  touched_.clear();
  while (next_event() <= now) {
    RelayLink& due = first();
    due.advance(now);
    update(due);
  }
  // A port that is not in the ready list was empty after the last turn began. Frames that it has in
  // the next turn arrived later than that.
  if (all_reported) all_empty_ = last_turn_;
  last_turn_ = began;
}

}  // namespace seawind
