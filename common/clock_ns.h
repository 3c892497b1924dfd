// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <ctime>

namespace seawind {

/// The time of a clock of the kernel (clock_gettime(2)), in ns.
inline std::int64_t clock_ns(clockid_t clock) {
  timespec now{};
  ::clock_gettime(clock, &now);
  return std::int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
}

struct ClockPair {
  std::int64_t monotonic = 0;       // ns, CLOCK_MONOTONIC
  std::int64_t realtime_ahead = 0;  // ns, CLOCK_REALTIME less CLOCK_MONOTONIC
};

/// Both clocks at one instant. Reads again if the thread was interrupted between the readings: the
/// offset between the clocks would be wrong by up to the length of the interruption.
inline ClockPair read_clocks() {
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
  return {after, realtime - (before + (after - before) / 2)};
}

}  // namespace seawind
