// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/daemon/clock.h"

#include "common/clock_ns.h"

namespace seawind {

Time SystemClock::monotonic() {
  return Time::from_ns(clock_ns(CLOCK_MONOTONIC));
}

ClockSample SystemClock::sample() {
  const ClockPair now = read_clocks();
  return {Time::from_ns(now.monotonic), Duration::nanoseconds(now.realtime_ahead)};
}

}  // namespace seawind
