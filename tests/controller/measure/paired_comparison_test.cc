// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/measure/paired_comparison.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace seawind {
namespace {

TEST(Pairs, DifferencesWithinRepetitions) {
  // b is always 2 above a, whatever the channel's effect on both.
  const std::vector<double> a = {10, 50, 20, 80, 30, 40};
  const std::vector<double> b = {12, 52, 22, 82, 32, 42};
  const auto c = compare_pairs(a, b, 0.95);
  EXPECT_EQ(c.pairs, 6u);
  EXPECT_EQ(c.median_difference, 2);
  EXPECT_EQ(c.interval->low, 2);
  EXPECT_EQ(c.interval->high, 2);
  EXPECT_TRUE(c.decided());
  EXPECT_DOUBLE_EQ(*c.percent(c.median_difference), 200.0 / 35);
  EXPECT_EQ(c.rank_biserial, 1);
  EXPECT_FALSE(c.standardized);  // not 0, "no effect"
  EXPECT_EQ(compare_pairs(a, a, 0.95).standardized, 0);
}

TEST(Pairs, APercentageHasTheSignOfItsDifference) {
  // Quartiles of delay variation are negative.
  const std::vector<double> a = {-10, -50, -20, -80, -30, -40};
  const std::vector<double> b = {-8, -48, -18, -78, -28, -38};
  const auto c = compare_pairs(a, b, 0.95);
  EXPECT_DOUBLE_EQ(*c.percent(c.median_difference), 200.0 / 35);
  EXPECT_DOUBLE_EQ(*c.percent(c.interval->low), 200.0 / 35);
}

TEST(Pairs, FewerThanTheConfidenceNeedsDecideNothing) {
  const std::vector<double> a = {10, 50, 20, 80, 30, 40};
  const std::vector<double> b = {12, 52, 22, 82, 32, 42};
  const auto first = [&](std::size_t n, double confidence) {
    return compare_pairs(std::span(a).first(n), std::span(b).first(n), confidence);
  };
  EXPECT_EQ(first(5, 0.95).median_difference, 2);
  EXPECT_FALSE(first(5, 0.95).interval);
  EXPECT_FALSE(first(5, 0.95).decided());
  EXPECT_TRUE(first(5, 0.9).decided());
  EXPECT_TRUE(first(6, 0.95).decided());
  EXPECT_FALSE(first(6, 0.99).decided());
}

// 0.3 + x - x differs from 0.3 by rounding only.
TEST(Pairs, RoundingIsNoSpread) {
  std::vector<double> a, b;
  for (const double x : {0.151, 0.153, 0.1577, 0.149, 0.1511}) {
    a.push_back(x);
    b.push_back(x + 0.3);
  }
  EXPECT_FALSE(compare_pairs(a, b, 0.95).standardized);
}

TEST(Pairs, EffectSizes) {
  // Differences -1, 2, 3, 4: ranks 1 (negative), 2, 3, 4: (9 - 1) / 10. Mean 2, deviation sqrt((9 +
  // 0 + 1 + 4) / 3).
  const std::vector<double> a = {0, 0, 0, 0};
  const std::vector<double> b = {-1, 2, 3, 4};
  const auto c = compare_pairs(a, b, 0.95);
  EXPECT_DOUBLE_EQ(c.rank_biserial, 0.8);
  EXPECT_DOUBLE_EQ(*c.standardized, 2 / std::sqrt(14.0 / 3));
  EXPECT_EQ(c.median_difference, 2.5);
  EXPECT_FALSE(c.percent(c.median_difference));
  EXPECT_FALSE(c.decided());
}

TEST(Pairs, TiesShareTheirRankAndZerosAreLeftOut) {
  // Differences 0, 1, -1, 2: ranks of 1 and -1 are 1.5 each, of 2 is 3: (4.5 - 1.5) / 6.
  const auto c =
      compare_pairs(std::vector<double>{1, 1, 1, 1}, std::vector<double>{1, 2, 0, 3}, 0.95);
  EXPECT_DOUBLE_EQ(c.rank_biserial, 0.5);
}

}  // namespace
}  // namespace seawind
