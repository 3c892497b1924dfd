// SPDX-License-Identifier: GPL-3.0-or-later
// The turns of a relay thread over its links: what happens, apart from how it waits. Tested with
// fake ports and a fake clock.
//
// A turn reads the clocks, takes waiting frames from the ready ports in batches, lets each link run
// to now and sends what it released. In steady state it neither allocates, locks nor formats text.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "emulator/daemon/clock.h"
#include "emulator/daemon/link_heap.h"
#include "emulator/daemon/relay_link.h"
#include "emulator/daemon/stamp_mapper.h"

namespace seawind {

/// A port with waiting frames: the one whose frames enter `direction` of `link`.
struct ReadyPort {
  RelayLink* link;
  Direction direction;
};

class Relay {
 public:
  explicit Relay(Clock& clock) : stamps_(clock), clock_(clock) {}

  /// The link starts now; returns that instant. The link stays the caller's.
  ClockSample add(RelayLink& link);
  void remove(RelayLink& link);
  /// Returns the instant, in the link's time.
  Duration reconfigure(RelayLink& link, HopChange& change);
  LinkSnapshot snapshot(RelayLink& link);

  /// `all_reported`: every port not in `ready` was empty when `ready` was made.
  void turn(std::span<const ReadyPort> ready, bool all_reported);

  /// CLOCK_MONOTONIC of the next event of all links; Time::max() when there is none.
  Time next_event() const { return heap_.next(); }
  /// Gets the link of the next event ready for it, if there is one.
  void warm() {
    if (!heap_.empty()) heap_.first().warm();
  }
  std::size_t links() const { return links_; }

 private:
  /// Frames taken from one port in one turn: bounds how long the others wait.
  static constexpr std::size_t kBatch = 64;
  /// The kernel stamps a frame before the softirq that puts it into the port's buffer has run; it
  /// may have been on its way for this long when a port was seen empty.
  static constexpr Duration kInKernel = Duration::milliseconds(5);

  StampMapper stamps_;
  Clock& clock_;
  LinkHeap heap_;
  std::vector<RelayLink*> touched_;
  std::size_t links_ = 0;
  Time last_turn_;
  Time all_empty_;  // a port without a frame left behind was seen empty after this instant
};

}  // namespace seawind
