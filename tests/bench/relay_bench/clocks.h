// SPDX-License-Identifier: GPL-3.0-or-later
// The clocks of a measurement.
#pragma once

#include <cstdint>
#include <ctime>

#include "common/clock_ns.h"

namespace seawind::bench {

inline std::int64_t monotonic_ns() {
  return clock_ns(CLOCK_MONOTONIC);
}

/// CLOCK_REALTIME - CLOCK_MONOTONIC in ns. It changes only when the clock is stepped. The best of
/// several samples is accurate to about 100 ns.
inline std::int64_t realtime_offset_ns() {
  std::int64_t best_width = INT64_MAX;
  std::int64_t best = 0;
  for (int i = 0; i < 16; ++i) {
    const auto before = monotonic_ns();
    const auto wall = clock_ns(CLOCK_REALTIME);
    const auto after = monotonic_ns();
    if (after - before < best_width)
      best_width = after - before, best = wall - (before + after) / 2;
  }
  return best;
}

/// Sleeps until a CLOCK_MONOTONIC instant; returns at once when it has passed.
inline void sleep_until_ns(std::int64_t instant) {
  const timespec t{instant / 1'000'000'000, instant % 1'000'000'000};
  while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, nullptr) != 0) {
  }
}

}  // namespace seawind::bench
