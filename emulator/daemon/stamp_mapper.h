// SPDX-License-Identifier: GPL-3.0-or-later
// Maps the kernel's wall-clock receive stamps to the monotonic clock, with the offset sampled in
// the same turn. The result is clamped to the interval from the last time the port was known to be
// empty until now, which bounds the effect of a step of the wall clock.
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

  /// The clock at the beginning of the turn, or later if a packet has arrived since.
  Time now() const { return now_; }

  struct Mapped {
    Time at;               // CLOCK_MONOTONIC, earliest <= at <= now()
    bool clamped = false;  // the stamp was outside that interval
    Time stamped{};        // the stamp itself, unclamped
  };
  Mapped map(std::int64_t realtime_ns, Time earliest) {
    const Time at = Time::from_ns(realtime_ns) - offset_;
    if (at > now_) now_ = std::max(now_, clock_.monotonic());  // arrived during the turn
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
