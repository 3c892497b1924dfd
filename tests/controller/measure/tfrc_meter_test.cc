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

/// One feedback per round-trip time, from 1 s on.
std::vector<MetricValue> run(const std::vector<std::pair<double, double>>& rate_and_loss) {
  TfrcMeter meter;
  std::int64_t t = 1000 * kMs;
  for (const auto& [rate, loss] : rate_and_loss) meter.add({t += kRtt, rate, kRtt, loss});
  std::vector<MetricValue> out;
  meter.report("f", 1000, out);
  return out;
}

TEST(TfrcMeter, AggressivenessIsPacketsPerRoundTripWithoutCongestion) {
  // Steps of 1000, 1400 and 900 B/s: 1400 B/s are 0.14 packets per 100 ms.
  const auto m = run({{10000, .01}, {11000, .01}, {12400, .009}, {13300, .009}});
  EXPECT_NEAR(value_of(m, "f", "aggressiveness"), 0.14, 1e-12);
  EXPECT_EQ(value_of(m, "f", "smoothness"), 1);
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
  std::vector<MetricValue> out;
  meter.report("f", 1000, out);
  EXPECT_NEAR(value_of(out, "f", "aggressiveness"), 0.1, 1e-12);
  std::filesystem::remove(file);
  EXPECT_THROW(read_tfrc_log(file, meter), Error);
}

}  // namespace
}  // namespace seawind::test
