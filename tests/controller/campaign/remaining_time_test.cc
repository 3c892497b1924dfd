// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/campaign/remaining_time.h"

#include <gtest/gtest.h>

namespace seawind {
namespace {

TEST(RemainingTimeTest, IsUnknownUntilOneHasEnded) {
  const RemainingTime time;
  EXPECT_EQ(time.expected(0), -1);
  EXPECT_EQ(time.remaining({{0, 5}}, {{0, 1.0}}, 4), -1);
}

TEST(RemainingTimeTest, ACaseHasItsOwnTimeAndTheOthersTheAverage) {
  RemainingTime time;
  time.finished(0, 2);
  time.finished(0, 4);
  time.finished(1, 30);
  EXPECT_DOUBLE_EQ(time.expected(0), 3);
  EXPECT_DOUBLE_EQ(time.expected(1), 30);
  EXPECT_DOUBLE_EQ(time.expected(2), 12);
}

TEST(RemainingTimeTest, AnEstimateServesUntilOneHasEndedAndIsCorrectedByTheOthers) {
  RemainingTime time({10, 40, 80});
  EXPECT_DOUBLE_EQ(time.expected(1), 40);
  EXPECT_DOUBLE_EQ(time.remaining({{0, 2}, {1, 1}}, {{2, 30.0}}, 2), (20.0 + 40 + 50) / 2);
  time.finished(0, 15);
  time.finished(1, 40);
  EXPECT_DOUBLE_EQ(time.expected(0), 15);
  EXPECT_DOUBLE_EQ(time.expected(2), 80 * 55.0 / 50);
}

TEST(RemainingTimeTest, TheWorkIsSharedButNothingEndsBeforeItsTime) {
  RemainingTime time;
  time.finished(0, 10);
  EXPECT_DOUBLE_EQ(time.remaining({{0, 8}}, {}, 4), 20);
  EXPECT_DOUBLE_EQ(time.remaining({{0, 8}}, {{0, 4}, {0, 10}, {0, 20}}, 2), (80.0 + 6) / 2);
  EXPECT_DOUBLE_EQ(time.remaining({{0, 1}}, {{0, 9}}, 8), 10);
  EXPECT_DOUBLE_EQ(time.remaining({}, {{0, 4}}, 8), 6);
  EXPECT_DOUBLE_EQ(time.remaining({{0, 0}}, {}, 8), 0);
}

}  // namespace
}  // namespace seawind
