// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/daemon/relay.h"

namespace seawind {

ClockSample Relay::add(RelayLink& link) {
  const ClockSample now = clock_.sample();
  link.start(now.monotonic);
  heap_.add(link);
  ++links_;
  lookahead_ = heap_.lookahead();
  touched_.reserve(links_);
  return now;
}

void Relay::remove(RelayLink& link) {
  heap_.remove(link);
  --links_;
  lookahead_ = heap_.lookahead();
}

Duration Relay::reconfigure(RelayLink& link, HopChange& change) {
  const Duration at = link.reconfigure(change, clock_.monotonic());
  heap_.update(link);
  heap_.update_lookahead(link);
  lookahead_ = heap_.lookahead();
  return at;
}

LinkSnapshot Relay::snapshot(RelayLink& link) {
  LinkSnapshot snapshot = link.snapshot(clock_.monotonic());
  heap_.update(link);
  return snapshot;
}

void Relay::turn(std::span<const ReadyPort> ready, bool all_reported) {
  stamps_.begin_turn();
  const Time began = stamps_.now();
  for (const ReadyPort& port : ready) {
    port.link->collect(port.direction, stamps_, all_empty_ - kInKernel, kBatch);
    if (!port.link->touched) {
      port.link->touched = true;
      touched_.push_back(port.link);
    }
  }
  const Time now = stamps_.now();
  for (RelayLink* link : touched_) {
    link->touched = false;
    link->advance(now);
    heap_.update(*link);
  }
  touched_.clear();
  while (heap_.next() <= now) {
    RelayLink& due = heap_.first();
    due.advance(now);
    heap_.update(due);
  }
  // A port that is not in the ready list was empty after the last turn began. Frames that it has in
  // the next turn arrived later than that.
  if (all_reported) all_empty_ = last_turn_;
  last_turn_ = began;
}

}  // namespace seawind
