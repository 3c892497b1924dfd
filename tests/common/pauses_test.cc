// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/pauses.h"

#include <gtest/gtest.h>

namespace seawind {
namespace {

constexpr Time at(std::int64_t us) {
  return Time::from_ns(us * 1'000);
}
constexpr Duration us(std::int64_t n) {
  return Duration::microseconds(n);
}

TEST(Pauses, CountsFromOneMillisecondAndRemembersFromAQuarter) {
  Pauses pauses;
  pauses.ran(at(0), at(4'000), Time::from_ns(4'249'999));
  PauseTotals totals = pauses.since({});
  EXPECT_EQ(totals.watched.ns(), 4'249'999);
  EXPECT_EQ(totals.largest, Duration());
  EXPECT_EQ(pauses.within(at(0), at(9'000)), Duration());

  pauses.ran(at(5'000), at(9'000), Time::from_ns(9'999'999));
  totals = pauses.since({});
  EXPECT_EQ(totals.largest.ns(), 999'999);
  EXPECT_EQ(totals.number, 0U);
  EXPECT_EQ(totals.total, Duration());

  pauses.ran(at(10'000), at(14'000), at(15'000));
  pauses.ran(at(15'000), at(19'000), at(22'000));
  totals = pauses.since({});
  EXPECT_EQ(totals.largest, us(3'000));
  EXPECT_EQ(totals.number, 2U);
  EXPECT_EQ(totals.total, us(4'000));
}

TEST(Pauses, TheLargestSinceAMarkIgnoresEarlierOnes) {
  Pauses pauses;
  std::int64_t now = 0;
  const auto pause = [&](std::int64_t length) {
    pauses.ran(at(now), at(now + 4'000), at(now + 4'000 + length));
    now += 4'000 + length;
  };
  pause(9'000);
  const Pauses::Mark first = pauses.mark();
  EXPECT_EQ(pauses.since(first).largest, Duration());
  pause(2'000);
  pause(5'000);
  const Pauses::Mark second = pauses.mark();
  pause(3'000);
  pause(1'000);
  EXPECT_EQ(pauses.since({}).largest, us(9'000));
  EXPECT_EQ(pauses.since(first).largest, us(5'000));
  EXPECT_EQ(pauses.since(second).largest, us(3'000));
  EXPECT_EQ(pauses.since(second).number, 2U);
  EXPECT_EQ(pauses.since(second).total, us(4'000));
  EXPECT_EQ(pauses.since(second).watched, us(12'000));
}

TEST(Pauses, MayHaveBegunAsMuchEarlierAsTheyDelayedTheThreadButNotBeforeItLastRan) {
  Pauses pauses;
  pauses.ran(at(100), at(4'100), at(5'100));  // [3100, 5100]
  EXPECT_EQ(pauses.within(at(0), at(9'000)), us(2'000));
  EXPECT_EQ(pauses.within(at(0), at(3'100)), Duration());
  EXPECT_EQ(pauses.within(at(0), at(3'101)), us(1));
  EXPECT_EQ(pauses.within(at(5'100), at(9'000)), Duration());
  EXPECT_EQ(pauses.within(at(5'099), at(9'000)), us(1));
  EXPECT_EQ(pauses.within(at(4'000), at(4'500)), us(500));
  pauses.ran(at(6'000), at(10'000), at(16'000));  // [6000, 16000]
  EXPECT_EQ(pauses.within(at(0), at(20'000)), us(12'000));
}

TEST(Pauses, ThePresentPauseCountsUntilItsEnd) {
  Pauses pauses;
  pauses.sleeps(at(0), at(4'000));
  EXPECT_EQ(pauses.within(at(3'000), at(4'249)), Duration());
  EXPECT_EQ(pauses.within(at(3'000), at(4'250)), us(500));
  EXPECT_EQ(pauses.within(at(3'000), at(9'000)), us(6'000));
  pauses.ran(at(0), at(4'000), at(9'000));
  pauses.sleeps(at(9'000), at(13'000));
  EXPECT_EQ(pauses.within(at(3'000), at(13'000)), us(6'000));
}

TEST(Pauses, RemembersTheLatestSixtyFour) {
  Pauses pauses;
  for (std::int64_t i = 0; i < 65; ++i)
    pauses.ran(at(i * 10'000), at(i * 10'000), at(i * 10'000 + 1'000));
  EXPECT_EQ(pauses.within(at(0), at(1'000'000)), us(64'000));
  EXPECT_EQ(pauses.within(at(0), at(9'999)), Duration());
  EXPECT_EQ(pauses.since({}).number, 65U);
}

TEST(Pauses, TheWorstThreadIsTheOnePausedForTheMostTime) {
  const PauseTotals idle{.watched = us(0)};
  const PauseTotals calm{.watched = us(10'000)};
  const PauseTotals often{
      .watched = us(9'000), .number = 2, .total = us(4'000), .largest = us(2'000)};
  const PauseTotals once{
      .watched = us(8'000), .number = 1, .total = us(3'000), .largest = us(3'000)};
  EXPECT_EQ(worst_of(std::vector{idle, calm}).watched, us(10'000));
  const PauseTotals worst = worst_of(std::vector{idle, calm, often, once});
  EXPECT_EQ(worst.watched, us(9'000));
  EXPECT_EQ(worst.number, 2U);
  EXPECT_EQ(worst.total, us(4'000));
  EXPECT_EQ(worst.largest, us(3'000));
}

}  // namespace
}  // namespace seawind
