// SPDX-License-Identifier: GPL-3.0-or-later
// Values calculated by hand: a round-trip time of 100 ms, packets of 1000 B.
#include "controller/measure/tfrc_meter.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>

#include "common/error.h"
#include "tests/controller/measure/synthetic_log.h"

namespace seawind::test {
namespace {

constexpr std::int64_t kRtt = 100 * kMs;

std::vector<MetricValue> reported(const TfrcMeter& meter) {
  std::vector<MetricValue> out;
  meter.report("f", 1000, out);
  return out;
}

/// One feedback per round-trip time, from 1 s on.
std::vector<MetricValue> run(const std::vector<std::pair<double, double>>& rate_and_loss) {
  TfrcMeter meter;
  std::int64_t t = 1000 * kMs;
  for (const auto& [rate, loss] : rate_and_loss) meter.add({t += kRtt, rate, kRtt, loss});
  return reported(meter);
}

TEST(TfrcMeter, AggressivenessIsPacketsPerRoundTripWithoutCongestion) {
  // Steps of 1000, 1400 and 900 B/s: 1400 B/s are 0.14 packets per 100 ms.
  const auto m = run({{10000, .01}, {11000, .01}, {12400, .009}, {13300, .009}});
  EXPECT_NEAR(value_of(m, "f", "aggressiveness"), 0.14, 1e-12);
  EXPECT_DOUBLE_EQ(value_of(m, "f", "smoothness"), 13300.0 / 12400);
}

TEST(TfrcMeter, TheLargestIncreaseIsThatInPackets) {
  // 0.1 packets in 100 ms, then 0.18 in 300 ms: fewer bytes per second, but more packets.
  TfrcMeter meter;
  meter.add({1000 * kMs, 10000, kRtt, .01});
  meter.add({1100 * kMs, 11000, kRtt, .01});
  meter.add({1400 * kMs, 11600, 3 * kRtt, .01});
  const auto out = reported(meter);
  EXPECT_NEAR(value_of(out, "f", "aggressiveness"), 0.18, 1e-12);
}

TEST(TfrcMeter, NothingIsComparedAcrossALossHistoryThatAHandoverDiscarded) {
  // The old path: 50000 B/s, loss 0.02. Slow start on the new one, then a first loss at 30000 B/s.
  const auto out =
      run({{50000, .02}, {50000, .02}, {30000, 0}, {29000, 0}, {6000, .01}, {5400, .01}});
  EXPECT_DOUBLE_EQ(value_of(out, "f", "smoothness"), 0.9);
  for (const auto& metric : out) EXPECT_NE(metric.metric, "responsiveness");
  // Congestion is what grows on the new path, from what its rate was.
  const auto grown = run({{90000, .02}, {90000, 0}, {10000, .01}, {5000, .015}});
  EXPECT_DOUBLE_EQ(value_of(grown, "f", "responsiveness"), 0);
  // The sender need not see feedback without losses: a loss on the new path may come before, or the
  // receiver reports the announced rate.
  TfrcMeter meter;
  meter.add({1000 * kMs, 50000, kRtt, .02, 0});
  meter.add({1100 * kMs, 50000, kRtt, .02, 0});
  meter.add({1200 * kMs, 5000, kRtt, .2, 1});
  meter.add({1300 * kMs, 4500, kRtt, .2, 1});
  meter.add({1400 * kMs, 3600, kRtt, .2, 1});
  const auto at_once = reported(meter);
  EXPECT_DOUBLE_EQ(value_of(at_once, "f", "smoothness"), 0.8);
  for (const auto& metric : at_once) EXPECT_NE(metric.metric, "responsiveness");
}

TEST(TfrcMeter, RatesThatAreNoRoundTripApartHaveNoRatio) {
  TfrcMeter meter;
  for (const std::int64_t t : {1000, 1030, 1060}) meter.add({t * kMs, 10000, kRtt, .01});
  const auto out = reported(meter);
  EXPECT_TRUE(out.empty());
}

TEST(TfrcMeter, ARateThatFallsWithoutFeedbackFallsStepByStep) {
  // Two halvings, each a round-trip time after what was before; the increase over them is none.
  TfrcMeter meter;
  meter.add({1000 * kMs, 10000, kRtt, .01});
  meter.add({1100 * kMs, 10000, kRtt, .01});
  meter.add_expiry(1300 * kMs, 5000);
  meter.add_expiry(1500 * kMs, 2500);
  meter.add({1600 * kMs, 2600, kRtt, .01});
  meter.add({1700 * kMs, 2900, kRtt, .01});
  const auto out = reported(meter);
  EXPECT_DOUBLE_EQ(value_of(out, "f", "smoothness"), 0.5);
  EXPECT_NEAR(value_of(out, "f", "aggressiveness"), 0.03, 1e-12);
}

TEST(TfrcMeter, FeedbackThatWasHeldIsComparedOverItsOwnRoundTrip) {
  // Three feedbacks at once, of round-trip times that shrink and grow.
  TfrcMeter meter;
  meter.add({1000 * kMs, 10000, kRtt, .01});
  meter.add({1100 * kMs, 9000, kRtt, .01});
  meter.add({1500 * kMs, 8000, kRtt, .01});
  meter.add({1501 * kMs, 4000, 4 * kRtt, .02});  // of 9000, at 1.1 s
  meter.add({1502 * kMs, 3000, 5 * kRtt, .03});  // of 10000, at 1 s
  const auto out = reported(meter);
  EXPECT_DOUBLE_EQ(value_of(out, "f", "smoothness"), 0.3);
}

TEST(TfrcMeter, SlowStartAndCongestedStepsDoNotCountAsAggressive) {
  // The rate doubles before the first loss, and jumps while the loss event rate grows.
  const auto m = run({{1000, 0}, {2000, 0}, {10000, .01}, {19000, .02}, {19500, .02}});
  EXPECT_NEAR(value_of(m, "f", "aggressiveness"), 0.05, 1e-12);
}

TEST(TfrcMeter, SmoothnessIsTheDeepestFallOverOneRoundTrip) {
  const auto m = run({{10000, .01}, {9000, .02}, {7200, .03}, {7000, .03}});
  EXPECT_DOUBLE_EQ(value_of(m, "f", "smoothness"), 0.8);
}

TEST(TfrcMeter, ResponsivenessCountsRoundTripsOfPersistentCongestion) {
  // From 10000: congestion in 5 round-trip times, the first of which starts the episode; half after
  // the fifth.
  const auto m =
      run({{10000, .01}, {9000, .02}, {8000, .03}, {7000, .04}, {6000, .05}, {5000, .06}});
  EXPECT_DOUBLE_EQ(value_of(m, "f", "responsiveness"), 4);
}

TEST(TfrcMeter, ARateThatFellWithoutFeedbackIsNoResponse) {
  // From 10000 to 2500 by the timer; then congestion in three round-trip times, half after the
  // last.
  TfrcMeter meter;
  meter.add({1000 * kMs, 10000, kRtt, .01});
  meter.add({1100 * kMs, 9900, kRtt, .02});
  meter.add_expiry(1300 * kMs, 5000);
  meter.add_expiry(1500 * kMs, 2500);
  meter.add({1600 * kMs, 2400, kRtt, .03});
  meter.add({1700 * kMs, 2000, kRtt, .04});
  const auto out = reported(meter);
  for (const auto& metric : out) EXPECT_NE(metric.metric, "responsiveness");
  meter.add({1800 * kMs, 1250, kRtt, .05});
  EXPECT_DOUBLE_EQ(value_of(reported(meter), "f", "responsiveness"), 2);
}

TEST(TfrcMeter, APauseEndsPersistence) {
  const auto m = run(
      {{10000, .01}, {9000, .02}, {8900, .02}, {8800, .02}, {6000, .03}, {5000, .04}, {4900, .05}});
  for (const auto& metric : m) EXPECT_NE(metric.metric, "responsiveness");
}

TEST(TfrcMeter, ReadsTheSendersLog) {
  const auto file =
      std::filesystem::temp_directory_path() / ("tfrc-" + std::to_string(getpid()) + ".jsonl");
  std::ofstream(file)
      << R"({"t":1,"event":"prepared"})"
         "\n"
      << R"({"t":1000000000,"event":"feedback","rate":10000,"rtt_ns":100000000,"loss_rate":0.01,"receive_rate":1})"
      << "\n"
      << R"({"t":1100000000,"event":"feedback","rate":11000,"rtt_ns":100000000,"loss_rate":0.01,"receive_rate":1})"
      << "\n{\"t\":1200000000,\"event\":\"feedb";
  TfrcMeter meter;
  read_tfrc_log(file, meter);
  const auto out = reported(meter);
  EXPECT_NEAR(value_of(out, "f", "aggressiveness"), 0.1, 1e-12);
  std::filesystem::remove(file);
  EXPECT_THROW(read_tfrc_log(file, meter), Error);
}

}  // namespace
}  // namespace seawind::test
