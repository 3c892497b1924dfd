// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/arrival_clock.h"

#include <gtest/gtest.h>

namespace seawind {
namespace {

constexpr std::int64_t kBoot = 1'700'000'000'000'000'000;  // since the epoch, in ns as all times
constexpr std::int64_t kArrival = 100'000'000'000;
constexpr std::int64_t kStamp = kBoot + kArrival;
constexpr std::int64_t kShort = 1'000'000;
constexpr std::int64_t kLong = 3'600'000'000'000;

/// The clocks `delay` after kArrival, the wall clock set forward by `step`.
ClockPair clocks_after(std::int64_t delay, std::int64_t step = 0) {
  return {kArrival + delay, kBoot + step};
}

TEST(ArrivalClock, AStampIsOfTheWallClock) {
  ArrivalClock clock(clocks_after(-kShort));
  EXPECT_EQ(clock.arrival(kStamp, clocks_after(0)), kArrival);
  EXPECT_EQ(clock.arrival(kStamp, clocks_after(kLong)), kArrival);
}

TEST(ArrivalClock, AnErrorOfTheReadingPutsNoArrivalIntoTheFuture) {
  ArrivalClock clock(clocks_after(-kShort));
  EXPECT_EQ(clock.arrival(kStamp, {kArrival, kBoot - 500}), kArrival);
}

class ClockSteps : public testing::TestWithParam<std::int64_t> {};

TEST_P(ClockSteps, ChangeNoArrival) {
  const ClockPair now = clocks_after(kShort, GetParam());
  ArrivalClock clock(clocks_after(-kShort));
  EXPECT_EQ(clock.arrival(kStamp, now), kArrival) << "stamped before the step";
  EXPECT_EQ(clock.arrival(kStamp + GetParam(), now), kArrival) << "after it";
}

TEST_P(ClockSteps, AreForgottenWithTheDatagramsBeforeThem) {
  ArrivalClock clock(clocks_after(-kShort));
  EXPECT_EQ(clock.arrival(kStamp, clocks_after(kShort, GetParam())), kArrival);
  clock.drained();
  // Received later than the step is wide.
  EXPECT_EQ(clock.arrival(kStamp + GetParam(), clocks_after(2 * kLong, GetParam())), kArrival);
}

INSTANTIATE_TEST_SUITE_P(Both, ClockSteps, testing::Values(-kLong, -2 * kShort, 2 * kShort, kLong));

}  // namespace
}  // namespace seawind
