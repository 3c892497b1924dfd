// SPDX-License-Identifier: GPL-3.0-or-later
// Maps the kernel's wall-clock receive stamps to the monotonic clock with the offset sampled in the
// same turn, and keeps them between the last time the port was known to be empty and now: a step of
// the wall clock moves no packet beyond that.
#pragma once

#include <algorithm>
#include <cstdint>

#include "common/time.h"
#include "emulator/daemon/clock.h"

namespace seawind {

class StampMapper {
 public:
  explicit StampMapper(Clock& clock) : clock_(clock) {}

  /// Called first in every turn.
  void begin_turn() {
    const ClockSample sample = clock_.sample();
    offset_ = sample.realtime_offset;
    now_ = std::max(now_, sample.monotonic);
  }

  /// The clock when the turn began, or later if a packet came in since.
  Time now() const { return now_; }

  struct Mapped {
    Time at;               // CLOCK_MONOTONIC, earliest <= at <= now()
    bool clamped = false;  // the stamp lay outside
    Time stamped{};        // what the stamp says
  };
  Mapped map(std::int64_t realtime_ns, Time earliest) {
    const Time at = Time::from_ns(realtime_ns) - offset_;
    if (at > now_) now_ = std::max(now_, clock_.monotonic());  // came in while we were reading
    if (at > now_) return {now_, true, at};
    if (at < earliest) return {std::min(earliest, now_), true, at};
    return {at, false, at};
  }

 private:
  Clock& clock_;
  Duration offset_;
  Time now_;
};

}  // namespace seawind
