// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/daemon/stamp_mapper.h"

#include <gtest/gtest.h>

#include "tests/emulator/daemon/fakes.h"

namespace seawind {
namespace {

class StampMapperTest : public testing::Test {
 protected:
  static constexpr Duration kMs = Duration::milliseconds(1);
  test::FakeClock clock_;
  StampMapper stamps_{clock_};
};

TEST_F(StampMapperTest, MapsWithTheOffsetOfTheTurn) {
  const Time now = clock_.now;
  stamps_.begin_turn();
  const auto mapped = stamps_.map(clock_.stamp(now - kMs), now - kMs * 2);
  EXPECT_EQ(mapped.at, now - kMs);
  EXPECT_FALSE(mapped.clamped);
  EXPECT_EQ(stamps_.now(), now);
}

TEST_F(StampMapperTest, TheEdgesThemselvesAreNotClamped) {
  const Time now = clock_.now;
  stamps_.begin_turn();
  EXPECT_FALSE(stamps_.map(clock_.stamp(now), now - kMs).clamped);
  EXPECT_FALSE(stamps_.map(clock_.stamp(now - kMs), now - kMs).clamped);
  EXPECT_TRUE(stamps_.map(clock_.stamp(now) + 1, now - kMs).clamped);
  EXPECT_TRUE(stamps_.map(clock_.stamp(now - kMs) - 1, now - kMs).clamped);
}

TEST_F(StampMapperTest, AFrameThatCameWhileWeWereReadingMovesNow) {
  stamps_.begin_turn();
  const Time later = clock_.now + Duration::microseconds(3);
  const std::int64_t stamp = clock_.stamp(later);
  clock_.now = later + Duration::microseconds(1);
  const auto mapped = stamps_.map(stamp, clock_.now - kMs);
  EXPECT_EQ(mapped.at, later);
  EXPECT_FALSE(mapped.clamped);
  EXPECT_EQ(stamps_.now(), clock_.now);
}

TEST_F(StampMapperTest, AStepOfTheWallClockMovesAPacketNoFurtherThanTheTurn) {
  const Time now = clock_.now;
  for (const std::int64_t step : {-3'600, -1, 1, 3'600}) {
    const std::int64_t stamped_before = clock_.stamp(now - kMs);
    clock_.offset += Duration::seconds(step);
    stamps_.begin_turn();
    const auto mapped = stamps_.map(stamped_before, now - kMs * 2);
    EXPECT_TRUE(mapped.clamped);
    EXPECT_EQ(mapped.at, step < 0 ? now : now - kMs * 2);
    EXPECT_FALSE(stamps_.map(clock_.stamp(now), now - kMs).clamped) << "stamped after the step";
  }
}

}  // namespace
}  // namespace seawind
