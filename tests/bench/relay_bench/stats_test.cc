// SPDX-License-Identifier: GPL-3.0-or-later
// The arithmetic of the bench against cases worked out by hand.
#include "tests/bench/relay_bench/stats.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "tests/bench/relay_bench/results.h"
#include "tests/bench/relay_bench/sections.h"
#include "tests/bench/relay_bench/targets.h"

namespace seawind::bench {
namespace {

constexpr std::int64_t kBase = 1'700'000'000'000'000'000;
constexpr std::int64_t kMs = 1'000'000;

TEST(Lateness, SubtractsTransmissionAndDelayExactly) {
  // 576 bytes at 10 Gbit/s: 460.8 ns.
  const auto result =
      lateness_of({{0, 0, kBase}}, {{0, 0, kBase + 20 * kMs + 2'460}}, 576, {20 * kMs, 10e9});
  EXPECT_NEAR(result.p50, 1.9992, 1e-6);
  EXPECT_EQ(result.sent, 1u);
  EXPECT_EQ(result.lost, 0u);
}

TEST(Lateness, PacketsQueueBehindEachOtherOnOneLinkOnly) {
  // 125 bytes at 1 Mbit/s: 1 ms. The second packet of link 0 leaves 0.4 ms after the first.
  const std::int64_t gap = 400'000;
  const auto result = lateness_of({{0, 0, kBase}, {0, 1, kBase + gap}, {1, 2, kBase + gap}},
                                  {{0, 0, kBase + kMs + 1'000},
                                   {0, 1, kBase + 2 * kMs + 2'000},
                                   {1, 2, kBase + kMs + gap + 3'000}},
                                  125, {0, 1e6});
  EXPECT_NEAR(result.min, 1, 1e-6);
  EXPECT_NEAR(result.p50, 2, 1e-6);
  EXPECT_NEAR(result.max, 3, 1e-6);
  EXPECT_NEAR(result.largest_gap, 1, 1e-6);
}

TEST(Lateness, CountsLossAndDuplicates) {
  const auto result =
      lateness_of({{0, 0, kBase}, {0, 1, kBase + 10}, {0, 2, kBase + 20}},
                  {{0, 2, kBase + 30}, {0, 0, kBase + 5}, {0, 2, kBase + 40}}, 576, {});
  EXPECT_EQ(result.sent, 3u);
  EXPECT_EQ(result.lost, 1u);
  EXPECT_EQ(result.duplicated, 1u);
  EXPECT_NEAR(result.max, 0.010, 1e-6);  // the first copy counts
}

TEST(Lateness, OneStallIsOneHoweverManyPacketsItDelays) {
  std::vector<Stamp> departures;
  std::vector<Stamp> arrivals;
  for (std::uint64_t i = 0; i < 100; ++i) {
    const auto left = kBase + static_cast<std::int64_t>(i) * kMs;
    const bool late = (i >= 20 && i < 25) || i == 70;
    departures.push_back({0, i, left});
    arrivals.push_back({0, i, left + (late ? 2'000'001 : 2'000'000)});
  }
  EXPECT_EQ(lateness_of(departures, arrivals, 576, {}).stalls, 2u);
}

TEST(Lateness, NothingSent) {
  const auto result = lateness_of({}, {}, 576, {});
  EXPECT_EQ(result.sent, 0u);
  EXPECT_EQ(result.max, 0);
}

TEST(Percentile, IsAValueThatOccurred) {
  std::vector<double> values;
  for (int i = 1000; i >= 1; --i) values.push_back(i);
  EXPECT_EQ(percentile(values, 0.5), 500);
  EXPECT_EQ(percentile(values, 0.99), 990);
  EXPECT_EQ(percentile(values, 0.999), 999);
  EXPECT_EQ(percentile(values, 1), 1000);
  std::vector<double> none;
  EXPECT_EQ(percentile(none, 0.5), 0);
}

TEST(Median, OddAndEven) {
  EXPECT_EQ(median({3, 1, 2}), 2);
  EXPECT_EQ(median({4, 1, 2, 3}), 2.5);
  EXPECT_EQ(median({}), 0);
}

TEST(ResultsTable, CombinesRunsByTheRuleOfEachColumn) {
  Results table("key", "Title", "Text.", {"relay"},
                {{"p50", 1}, {"worst", 0, Combine::kMax}, {"lost", 0, Combine::kSum}, {"n/a", 0}});
  const auto none = std::numeric_limits<double>::quiet_NaN();
  table.add({"b"}, {1.26, 5, 1, none});
  table.add({"a"}, {9, 9, 9, none});
  table.add({"b"}, {3, 4, 2, none});
  table.add({"b"}, {2, 3, 0, none});
  EXPECT_EQ(table.markdown(),
            "## Title\n\nText.\n\n"
            "| relay | p50 | worst | lost | n/a |\n"
            "|---|---:|---:|---:|---:|\n"
            "| b | 2.0 | 5 | 3 | - |\n"
            "| a | 9.0 | 9 | 9 | - |\n\n");
  EXPECT_TRUE(std::isnan(table.value({"b"}, "n/a")));
  EXPECT_EQ(table.value({"b"}, "p50"), 2);
  EXPECT_EQ(table.json()["rows"][0]["values"]["p50"]["runs"].size(), 3u);
  EXPECT_THROW(table.add({"b"}, {1}), std::logic_error);
}

TEST(Targets, JudgeTheDaemonOnlyAndAgainstTheMachinesOwnPauses) {
  Results table("spin", "Stalls", "", {"relay", "packets/s"}, {{"stalls", 0, Combine::kSum}});
  table.add({kAllBusy, "-"}, {1});
  table.add({"bare libpcap relay, RT", "10"}, {7});
  table.add({"seawindd ring, RT", "10"}, {1});
  table.add({"seawindd ring, RT", "100"}, {2});
  table.add({"seawindd ring, no RT", "100"}, {2});
  const auto targets = judge({table});
  ASSERT_EQ(targets.size(), 2u);
  EXPECT_TRUE(targets[0].met());
  EXPECT_FALSE(targets[1].met());
  EXPECT_EQ(markdown(targets),
            "## Targets\n\n| figure | limit | measured | met |\n|---|---:|---:|---|\n"
            "| spin: seawindd ring, RT, 10, stalls | <= 1 | 1.00 | yes |\n"
            "| spin: seawindd ring, RT, 100, stalls | <= 1 | 2.00 | NO |\n\n");
}

TEST(Targets, ARatioMustNotBeTooSmall) {
  const Target target{"ratio", false, 0.8, 0.79};
  EXPECT_FALSE(target.met());
}

}  // namespace
}  // namespace seawind::bench
