// SPDX-License-Identifier: GPL-3.0-or-later
// The equation and the loss history: experiments V14 and worked examples.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "workloads/tfrc_equation.h"
#include "workloads/tfrc_loss_history.h"

namespace seawind {
namespace {

/// Packets per round-trip time by the equation.
double packets_per_rtt(double p) {
  return tfrc_rate(1, 1, p);
}

TEST(TfrcEquation, WorkedValues) {
  // p = 1 %: sqrt(2 p / 3) = 0.0816497; 12 sqrt(3 p / 8) p (1 + 32 p^2) = 0.0073720.
  EXPECT_NEAR(tfrc_rate(1000, 0.1, 0.01), 1000 / (0.1 * (0.0816497 + 0.0073720)), 1);
  // p = 100 %: 0.8164966 + 12 x 0.6123724 x 33 = 243.316.
  EXPECT_NEAR(tfrc_rate(1000, 1, 1), 1000 / 243.316, 0.001);
}

TEST(TfrcEquation, TheInverseIsOne) {
  for (const double p : {1e-6, 1e-3, 0.01, 0.2, 0.9}) {
    EXPECT_NEAR(tfrc_loss_rate(1460, 0.3, tfrc_rate(1460, 0.3, p)) / p, 1, 1e-9) << p;
  }
}

/// Eight closed intervals of `interval` packets.
TfrcLossHistory steady(std::uint64_t interval, bool discounting) {
  TfrcLossHistory history(discounting);
  for (std::uint64_t i = 0; i <= 8; ++i) {
    history.begin_event(i * interval, static_cast<double>(interval));
  }
  return history;
}

TEST(TfrcLossHistory, WeightsOfTheLastEightIntervals) {
  EXPECT_EQ(TfrcLossHistory::kWeights, (std::array<double, 8>{1, 1, 1, 1, .8, .6, .4, .2}));
  // Each interval in turn is 700 long among others of 100: it counts by its weight.
  for (std::size_t long_one = 0; long_one < 8; ++long_one) {
    TfrcLossHistory history(false);
    std::uint64_t at = 0;
    history.begin_event(at, 100);
    for (std::size_t i = 8; i-- > 0;) {
      at += i == long_one ? 700 : 100;
      history.begin_event(at, 0);
    }
    EXPECT_NEAR(history.mean_interval(), 100 + 600 * TfrcLossHistory::kWeights[long_one] / 6, 1e-9)
        << long_one;
  }
}

TEST(TfrcLossHistory, FewerIntervalsFewerWeights) {
  TfrcLossHistory history(false);
  EXPECT_EQ(history.p(), 0);
  history.begin_event(1000, 50);
  EXPECT_NEAR(history.p(), 1.0 / 50, 1e-12);
  history.begin_event(1020, 99);  // closes an interval of 20; 99 is for a first one only
  EXPECT_NEAR(history.mean_interval(), (20 + 50) / 2.0, 1e-12);
}

TEST(TfrcLossHistory, TheOpenIntervalCountsOnlyWhereItHelps) {
  TfrcLossHistory history = steady(100, false);
  history.advance(800 + 98);  // 99 packets since the event at 800
  EXPECT_NEAR(history.mean_interval(), 100, 1e-9);
  history.advance(800 + 159);  // 160: one of the eight
  EXPECT_NEAR(history.mean_interval(), 100 + 60.0 / 6, 1e-9);
}

TEST(TfrcLossHistory, DiscountingLetsALongIntervalCountMore) {
  TfrcLossHistory history = steady(100, true);
  history.advance(800 + 249);  // 250: exactly twice the average (250 + 5 x 100) / 6 = 125
  EXPECT_NEAR(history.mean_interval(), 125, 1e-9);
  history.advance(800 + 999);  // 1000: average 250, DF 0.5
  EXPECT_NEAR(history.mean_interval(), (1000 + 5 * 100 * 0.5) / (1 + 5 * 0.5), 1e-9);
  // The discount at the time when the long interval closes stays with the older intervals.
  history.begin_event(1800, 0);
  EXPECT_NEAR(history.mean_interval(), (1000 + 5 * 100 * 0.5) / (1 + 5 * 0.5), 1e-9);
}

struct Growth {
  double largest = 0;        // packets/RTT per RTT
  double largest_early = 0;  // while the open interval is at most 4.5 times the average
};

/// No loss after a steady state: measures how fast the rate grows.
Growth growth(std::uint64_t interval, bool discounting) {
  TfrcLossHistory history = steady(interval, discounting);
  const double start = 8.0 * static_cast<double>(interval);
  double open = 0;
  double rate = packets_per_rtt(history.p());
  Growth out;
  for (int rtt = 0; rtt < 2000; ++rtt) {
    open += rate;
    history.advance(static_cast<std::uint64_t>(start + open) - 1);
    const double next = packets_per_rtt(history.p());
    out.largest = std::max(out.largest, next - rate);
    if (open <= 4.5 * static_cast<double>(interval)) {
      out.largest_early = std::max(out.largest_early, next - rate);
    }
    rate = next;
  }
  return out;
}

class TfrcGrowth : public testing::TestWithParam<std::uint64_t> {};

TEST_P(TfrcGrowth, AtMost014PacketsPerRttAnd022WithDiscounting) {
  const Growth plain = growth(GetParam(), false);
  EXPECT_LE(plain.largest, 0.14);
  EXPECT_GE(plain.largest, 0.05) << "it does grow";
  const Growth discounted = growth(GetParam(), true);
  EXPECT_GT(discounted.largest, plain.largest);
  // V14's 0.22 was measured with an open interval of a few times the average. In the limit of an
  // endless one the rules of 5.5 give weight 3/8, and so 3/4 x 3/8 = 0.281 packets per RTT.
  EXPECT_LE(discounted.largest_early, 0.22);
  EXPECT_LE(discounted.largest, 0.29);
}

INSTANTIATE_TEST_SUITE_P(Intervals, TfrcGrowth, testing::Values(50, 100, 500, 2000));

class TfrcHalving : public testing::TestWithParam<std::uint64_t> {};

TEST_P(TfrcHalving, TakesFourToEightRttsOfPersistentCongestion) {
  TfrcLossHistory history = steady(GetParam(), true);
  auto at = static_cast<double>(8 * GetParam());
  const double before = packets_per_rtt(history.p());
  double rate = before;
  int rtts = 0;
  while (rate > before / 2) {
    at += rate;  // one loss event in every round-trip time
    history.begin_event(static_cast<std::uint64_t>(at), 0);
    rate = packets_per_rtt(history.p());
    ++rtts;
  }
  EXPECT_GE(rtts, 4);
  EXPECT_LE(rtts, 8);
}

INSTANTIATE_TEST_SUITE_P(Intervals, TfrcHalving, testing::Values(50, 100, 500, 2000));

}  // namespace
}  // namespace seawind
