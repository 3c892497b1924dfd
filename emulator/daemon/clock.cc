// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/daemon/clock.h"

#include "common/clock_ns.h"

namespace seawind {

Time SystemClock::monotonic() {
  return Time::from_ns(clock_ns(CLOCK_MONOTONIC));
}

ClockSample SystemClock::sample() {
  // Repeated if the thread was interrupted between the readings.
  constexpr std::int64_t kTight = 2'000;  // ns
  constexpr int kTries = 3;
  std::int64_t before = 0;
  std::int64_t realtime = 0;
  std::int64_t after = 0;
  for (int i = 0; i < kTries && (i == 0 || after - before > kTight); ++i) {
    before = clock_ns(CLOCK_MONOTONIC);
    realtime = clock_ns(CLOCK_REALTIME);
    after = clock_ns(CLOCK_MONOTONIC);
  }
  const std::int64_t middle = before + (after - before) / 2;
  return {Time::from_ns(after), Duration::nanoseconds(realtime - middle)};
}

}  // namespace seawind
