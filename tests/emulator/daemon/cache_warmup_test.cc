// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/daemon/cache_warmup.h"

#include <gtest/gtest.h>

namespace seawind {
namespace {

/// A microsecond passes between two readings.
class RunningClock final : public Clock {
 public:
  Time monotonic() override { return now_ += Duration::microseconds(1); }
  ClockSample sample() override { return {monotonic(), Duration()}; }

 private:
  Time now_ = Time::from_ns(1'000'000'000);
};

TEST(CacheWarmup, EachRunTakesOnePacketThroughTheWholePath) {
  RunningClock clock;
  CacheWarmup warmup(clock);
  for (std::uint64_t run = 1; run <= 3; ++run) {
    warmup.run();
    EXPECT_EQ(warmup.sent(), run);
  }
}

}  // namespace
}  // namespace seawind
