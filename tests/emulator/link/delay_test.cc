// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/link/delay.h"

#include <gtest/gtest.h>

#include "tests/support/test_hop.h"

namespace seawind::test {
namespace {

constexpr double kMs = 1e6;

// P6: Table 1 of study 001, one-way wireless delay.
const StateParameters& table1() {
  static StateParameters state;
  state.propagation_delay = UniformMixture{{{80, {153 * kMs, 195 * kMs}},
                                            {10, {195 * kMs, 225 * kMs}},
                                            {8, {225 * kMs, 297 * kMs}},
                                            {2, {297 * kMs, 621 * kMs}}}};
  return state;
}

void expect_table1(const std::vector<double>& ms, double tolerance) {
  int band[4] = {};
  double sum = 0;
  for (const double d : ms) {
    ASSERT_GE(d, 153);
    ASSERT_LE(d, 621);
    ++band[d < 195 ? 0 : d < 225 ? 1 : d < 297 ? 2 : 3];
    sum += d;
  }
  const auto n = static_cast<double>(ms.size());
  const double shares[] = {0.8, 0.1, 0.08, 0.02};
  for (int i = 0; i < 4; ++i) EXPECT_NEAR(band[i] / n, shares[i], tolerance) << i;
  EXPECT_NEAR(sum / n, 190.26, 110 * tolerance);  // deviation of a delay: 51 ms
}

TEST(Delay, PerPacketHasTheBandsOfTable1) {
  DelayModel model(1, kDown, false);
  std::vector<double> ms;
  for (int i = 0; i < 200'000; ++i) {
    ms.push_back(model.propagation(table1(), {}, Time()).in_milliseconds());
  }
  expect_table1(ms, 0.0055);  // exceeds five standard errors
}

// D2: drawn every 0.5 ms, for both directions.
TEST(Delay, OnATimerItIsOneForTheInterval) {
  const auto interval = Duration::microseconds(500);
  DelayModel down(1, kDown, true);
  DelayModel up(1, kUp, true);
  std::vector<double> ms;
  int same = 0;
  for (int k = 0; k < 40'000; ++k) {
    const Time begin = Time() + interval * k;
    const Duration delay = down.propagation(table1(), interval, begin);
    EXPECT_EQ(delay, up.propagation(table1(), interval, begin));
    const Time last = begin + interval - Duration::nanoseconds(1);
    EXPECT_EQ(delay, down.propagation(table1(), interval, last));
    same += delay == down.propagation(table1(), interval, begin + interval) ? 1 : 0;
    ms.push_back(delay.in_milliseconds());
  }
  EXPECT_LT(same, 5);
  expect_table1(ms, 0.012);
}

TEST(Delay, OnATimerItDoesNotDependOnTrafficAndOnlySharedIsTheSameBothWays) {
  const auto interval = Duration::milliseconds(1);
  DelayModel busy(1, kDown, false);
  for (int i = 0; i < 1000; ++i) busy.propagation(table1(), interval, at_ms(i));
  DelayModel idle(1, kDown, false);
  DelayModel other_way(1, kUp, false);
  const Time later = at_ms(3'600'000);
  EXPECT_EQ(busy.propagation(table1(), interval, later),
            idle.propagation(table1(), interval, later));
  EXPECT_NE(idle.propagation(table1(), interval, later),
            other_way.propagation(table1(), interval, later));
}

TEST(Delay, SwitchingTheTimerShiftsNoDrawOfPackets) {
  DelayModel plain(1, kDown, false);
  DelayModel switched(1, kDown, false);
  for (int i = 0; i < 10; ++i) {
    plain.propagation(table1(), {}, Time());
    switched.propagation(table1(), Duration::milliseconds(1), Time());
  }
  EXPECT_EQ(plain.propagation(table1(), {}, Time()), switched.propagation(table1(), {}, Time()));
}

TEST(Delay, RandomDelaysHaveTheirProbabilityAndLength) {
  DelayModel model(1, kDown, false);
  StateParameters state;
  EXPECT_EQ(model.random_delay(state), Duration());
  state.random_delay_probability = 0.01;
  state.random_delay_length = 500 * kMs;
  int delayed = 0;
  for (int i = 0; i < 200'000; ++i) {
    const Duration delay = model.random_delay(state);
    EXPECT_TRUE(delay == Duration() || delay == Duration::milliseconds(500));
    delayed += delay > Duration() ? 1 : 0;
  }
  EXPECT_NEAR(delayed / 200'000.0, 0.01, 0.0012);  // five standard errors
}

TEST(Delay, TheProbabilityShiftsNoLength) {
  StateParameters rarely, always;
  rarely.random_delay_probability = 0.001;
  always.random_delay_probability = 1;
  rarely.random_delay_length = always.random_delay_length = UniformValue{1, 1e9};
  DelayModel a(4, kDown, false);
  DelayModel b(4, kDown, false);
  for (int i = 0; i < 100; ++i) {
    a.random_delay(rarely);
    b.random_delay(always);
  }
  EXPECT_EQ(a.random_delay(always), b.random_delay(always));
}

}  // namespace
}  // namespace seawind::test
