// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/arrival_clock.h"

#include <algorithm>
#include <cstdlib>

namespace seawind {

std::int64_t ArrivalClock::arrival(std::int64_t stamp, const ClockPair& now) {
  constexpr std::int64_t kStep = 1'000'000;  // ns; smaller differences come from reading the clocks
  if (std::abs(now.realtime_ahead - ahead_) >= kStep) former_ = ahead_;
  ahead_ = now.realtime_ahead;
  const std::int64_t after = stamp - ahead_;
  const std::int64_t before = stamp - former_.value_or(ahead_);
  const std::int64_t earlier = std::min(before, after);
  const std::int64_t later = std::max(before, after);
  return later <= now.monotonic ? later : std::min(earlier, now.monotonic);
}

}  // namespace seawind
