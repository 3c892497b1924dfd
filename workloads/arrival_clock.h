// SPDX-License-Identifier: GPL-3.0-or-later
// The kernel stamps arrivals with the wall clock. A slew of NTP changes CLOCK_MONOTONIC alike, so
// that the difference of both clocks changes by steps of the wall clock only.
#pragma once

#include <cstdint>
#include <optional>

#include "common/clock_ns.h"

namespace seawind {

/// Converts the stamps of one socket to CLOCK_MONOTONIC. A stamp from before a step is converted as
/// before it: of both possible instants the later one that is not in the future. This is the
/// arrival unless a datagram waits for longer than the step is wide.
class ArrivalClock {
 public:
  explicit ArrivalClock(const ClockPair& now) : ahead_(now.realtime_ahead) {}
  /// `stamp` in ns since the epoch; `now` read after the datagram.
  std::int64_t arrival(std::int64_t stamp, const ClockPair& now);
  /// No datagram is pending: none has a stamp from before a step that is known.
  void drained() { former_.reset(); }

 private:
  std::int64_t ahead_;                    // of CLOCK_MONOTONIC, when last read
  std::optional<std::int64_t> former_{};  // the same before the last step
};

}  // namespace seawind
