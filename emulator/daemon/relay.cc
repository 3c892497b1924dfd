// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/daemon/relay.h"

#include <algorithm>

namespace seawind {

ClockSample Relay::add(RelayLink& link) {
  const ClockSample now = clock_.sample();
  link.start(now.monotonic);
  const auto free = std::find_if(slots_.begin(), slots_.end(),
                                 [](const Slot& slot) { return slot.link == nullptr; });
  link.index_in_relay = static_cast<std::uint32_t>(free - slots_.begin());
  if (free == slots_.end()) {
    next_events_.grow(link.index_in_relay + 1);
    touched_.reserve(slots_.size() + 1);
    frames_left_.reserve(slots_.size() + 1);
    slots_.emplace_back();  // last: if memory is exhausted, nothing has been added
  }
  slots_[link.index_in_relay] = {&link, link.lookahead()};
  next_events_.set(link.index_in_relay, link.next_event());
  update_lookahead();
  return now;
}

void Relay::remove(RelayLink& link) {
  slots_[link.index_in_relay] = {};
  std::erase(frames_left_, &link);
  next_events_.erase(link.index_in_relay);
  update_lookahead();
  if (next_events_.empty()) packets_.release();
}

std::optional<Duration> Relay::reconfigure(RelayLink& link, HopChange& change,
                                           const ChangeCondition& condition) {
  const auto at = link.reconfigure(change, clock_.monotonic(), condition);
  update(link);
  slots_[link.index_in_relay].lookahead = link.lookahead();
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
  if (next != next_events_.key(link.index_in_relay)) next_events_.set(link.index_in_relay, next);
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
  for (RelayLink* link : frames_left_)
    for (const Direction direction : {Direction::kDownlink, Direction::kUplink})
      if (link->frames_left(direction)) take(*link, direction);
  frames_left_.clear();
  for (const ReadyPort& port : ready) take(*port.link, port.direction);
  const Time now = stamps_.now();
  for (RelayLink* link : touched_) {
    link->touched = false;
    if (link->frames_left(Direction::kDownlink) || link->frames_left(Direction::kUplink))
      frames_left_.push_back(link);
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
