// SPDX-License-Identifier: GPL-3.0-or-later
// The kernel stamps arrivals with the wall clock. NTP slews CLOCK_MONOTONIC by the same amount, so
// that the difference of both clocks changes by steps of the wall clock only.
#pragma once

#include <cstdint>
#include <optional>

#include "common/clock_ns.h"

namespace seawind {

/// Converts the stamps of one socket to CLOCK_MONOTONIC, with the difference of the clocks before
/// and after the last step: the later result that is not in the future is the arrival. It is wrong
/// only if a datagram waits for longer than the size of the step.
class ArrivalClock {
 public:
  explicit ArrivalClock(const ClockPair& now) : ahead_(now.realtime_ahead) {}
  /// `stamp` in ns since the epoch; `now` read after the datagram.
  std::int64_t arrival(std::int64_t stamp, const ClockPair& now);
  /// Called when no datagram is pending: later stamps are from after the last known step.
  void drained() { former_.reset(); }

 private:
  std::int64_t ahead_;                    // of CLOCK_MONOTONIC, when last read
  std::optional<std::int64_t> former_{};  // the same before the last step
};

}  // namespace seawind
