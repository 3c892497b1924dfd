// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/daemon/clock.h"

#include <ctime>

namespace seawind {
namespace {

std::int64_t read_clock(clockid_t id) {
  timespec now;
  ::clock_gettime(id, &now);
  return std::int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
}

}  // namespace

Time SystemClock::monotonic() {
  return Time::from_ns(read_clock(CLOCK_MONOTONIC));
}

ClockSample SystemClock::sample() {
  // Repeated if the thread was interrupted between the readings.
  constexpr std::int64_t kTight = 2'000;  // ns
  constexpr int kTries = 3;
  std::int64_t before = 0;
  std::int64_t realtime = 0;
  std::int64_t after = 0;
  for (int i = 0; i < kTries && (i == 0 || after - before > kTight); ++i) {
    before = read_clock(CLOCK_MONOTONIC);
    realtime = read_clock(CLOCK_REALTIME);
    after = read_clock(CLOCK_MONOTONIC);
  }
  const std::int64_t middle = before + (after - before) / 2;
  return {Time::from_ns(after), Duration::nanoseconds(realtime - middle)};
}

}  // namespace seawind
