// SPDX-License-Identifier: GPL-3.0-or-later
// The pure functions of waiting: spin budget, wait plan and lead of a wake-up.
#include <gtest/gtest.h>

#include "emulator/daemon/time_budget.h"
#include "emulator/daemon/wait_plan.h"
#include "emulator/daemon/wake_lead.h"
#include "tests/emulator/daemon/fakes.h"

namespace seawind {
namespace {

using test::us;

constexpr Time at_us(std::int64_t us) {
  return Time::from_ns(us * 1'000);
}

TEST(TimeBudget, FillsWithItsShareOfTheTimeAndHoldsOneWindow) {
  TimeBudget budget(0.6, us(1'000));
  EXPECT_EQ(budget.available(at_us(0)), us(600));
  budget.spend(us(600), at_us(600));
  EXPECT_EQ(budget.available(at_us(600)), us(0));
  EXPECT_EQ(budget.available(at_us(700)), us(60));
  EXPECT_EQ(budget.available(at_us(10'000)), us(600));
  EXPECT_EQ(budget.available(Time::from_ns(9'000'000'000'000'000'000)), us(600));
}

TEST(TimeBudget, DebtIsBoundedByAWindow) {
  TimeBudget budget(0.5, us(1'000));
  budget.spend(us(1'000'000), at_us(0));
  EXPECT_EQ(budget.available(at_us(1'000)), us(0));
  EXPECT_EQ(budget.available(at_us(1'100)), us(50));
}

TEST(TimeBudget, SpinningWheneverAllowedStaysBelowTheFractionInEveryWindow) {
  TimeBudget budget(0.6, us(1'000));
  std::vector<std::int64_t> spun(100'000);  // by microsecond
  std::int64_t t = 0;
  while (t < 100'000) {
    if (budget.available(at_us(t)) >= us(1)) {
      spun[static_cast<std::size_t>(t)] = 1;
      budget.spend(us(1), at_us(t + 1));
      t += 1;
    } else {
      t += 37;  // sleeps
    }
  }
  for (const std::size_t window : {1'000U, 10'000U, 50'000U}) {
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < spun.size(); ++i) {
      sum += spun[i];
      if (i >= window) sum -= spun[i - window];
      ASSERT_LE(sum, static_cast<std::int64_t>(0.6 * static_cast<double>(window + 1'000)) + 1);
    }
  }
  std::int64_t total = 0;
  for (const std::int64_t s : spun) total += s;
  EXPECT_GT(total, 55'000);
}

// Sleeps that end (i * 37 mod 100) us late: all latencies from 0 to 99 us equally often.
TEST(WakeLead, LearnsAHighQuantileOfTheLatenessOfWakeUps) {
  WakeLead lead(std::nullopt);
  EXPECT_EQ(lead.before(us(5'000)), us(80));
  int later = 0;
  for (int i = 0; i < 20'000; ++i) {
    const Duration late = us(i * 37 % 100);
    if (i >= 10'000) later += late > lead.before(us(5'000));
    lead.woke(us(5'000), late);
  }
  EXPECT_NEAR(later, 500, 100);
  EXPECT_GT(lead.before(us(5'000)), us(75));
}

TEST(WakeLead, EachLengthOfSleepHasItsOwn) {
  WakeLead lead(std::nullopt);
  for (int i = 0; i < 2'000; ++i) {
    lead.woke(us(50), us(3));
    lead.woke(us(4'000), us(60));
    lead.woke(us(20'000), us(900));
  }
  EXPECT_EQ(lead.before(us(199)), WakeLead::kLeast);
  EXPECT_EQ(lead.before(us(200)), WakeLead::kFirst);
  EXPECT_NEAR(static_cast<double>(lead.before(us(1'000)).ns()), 60'000, 15'000);
  EXPECT_EQ(lead.before(us(5'000)), WakeLead::kMost);
}

TEST(WakeLead, AFixedOneStays) {
  WakeLead lead(us(120));
  for (int i = 0; i < 100; ++i) lead.woke(us(50), us(3));
  EXPECT_EQ(lead.before(us(50)), us(120));
}

struct PlanCase {
  const char* name;
  std::int64_t next_us;  // ahead of now
  std::int64_t budget_us;
  WaitPlan::Kind kind;
  std::int64_t until_us;
};
class WaitPlans : public testing::TestWithParam<PlanCase> {};

TEST_P(WaitPlans, IsAPureFunctionOfTime) {
  const PlanCase& c = GetParam();
  const Time now = at_us(1'000'000);
  EXPECT_EQ(plan_wait(now, now + us(c.next_us), us(80), {us(c.budget_us), us(1'000)}),
            (WaitPlan{c.kind, now + us(c.until_us)}));
}

using Kind = WaitPlan::Kind;
INSTANTIATE_TEST_SUITE_P(Edges, WaitPlans,
                         testing::Values(PlanCase{"due", 0, 600, Kind::kNone, 0},
                                         PlanCase{"overdue", -5, 600, Kind::kNone, 0},
                                         PlanCase{"far", 5'000, 600, Kind::kSleep, 4'920},
                                         PlanCase{"just_outside", 81, 600, Kind::kSleep, 1},
                                         PlanCase{"at_the_edge", 80, 600, Kind::kSpin, 80},
                                         PlanCase{"near", 10, 600, Kind::kSpin, 10},
                                         PlanCase{"near_without_budget", 10, 0, Kind::kSleep, 10},
                                         PlanCase{"near_with_half_of_it", 40, 15, Kind::kSleep, 25},
                                         PlanCase{"far_without_budget", 5'000, 0, Kind::kSleep,
                                                  5'000}),
                         [](const auto& param) { return std::string(param.param.name); });

TEST(WaitPlans, SleepsWithoutTimeoutWhenNothingIsDue) {
  EXPECT_EQ(plan_wait(at_us(1), Time::max(), us(80), {us(600), us(750)}),
            (WaitPlan{Kind::kSleep, Time::max()}));
  EXPECT_EQ(plan_wait(at_us(1), Time::max(), us(80), {us(600), us(0)}),
            (WaitPlan{Kind::kSleep, Time::max()}));
}

TEST(WaitPlans, RestsWhenNothingOfTheProcessorIsLeftAndTheEventIsNear) {
  const Time now = at_us(100);
  EXPECT_EQ(plan_wait(now, now + us(59), us(80), {us(600), us(0)}),
            (WaitPlan{Kind::kRest, now + us(60)}));
  EXPECT_EQ(plan_wait(now, now + us(60), us(80), {us(600), us(0)}),
            (WaitPlan{Kind::kSleep, now + us(60)}));
  EXPECT_EQ(plan_wait(now, now, us(80), {us(600), us(0)}), (WaitPlan{Kind::kNone, now}));
  EXPECT_EQ(plan_wait(now, now + us(59), us(80), {us(600), us(5)}),
            (WaitPlan{Kind::kSleep, now + us(54)}));
  EXPECT_EQ(plan_wait(now, now + us(59), us(80), {us(0), us(5)}),
            (WaitPlan{Kind::kSleep, now + us(59)}));
}

}  // namespace
}  // namespace seawind
