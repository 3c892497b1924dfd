// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/measure/bootstrap.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "common/split_mix.h"

namespace seawind {
namespace {

/// Normally distributed values by Box and Muller.
std::vector<double> normal(std::size_t n, double mean, double sigma, std::uint64_t seed) {
  std::vector<double> out;
  for (std::size_t i = 0; i < n; ++i) {
    const auto uniform = [&](std::uint64_t k) {
      return (static_cast<double>(split_mix(seed, 2 * i + k) >> 11U) + 0.5) / 9007199254740992.0;
    };
    out.push_back(mean + sigma * std::sqrt(-2 * std::log(uniform(0))) *
                             std::cos(2 * std::numbers::pi * uniform(1)));
  }
  return out;
}

TEST(Bootstrap, TheIntervalOfTheMeanIsThatOfTheNormalLaw) {
  // sigma / sqrt(n) x 1.96 = 10 / 20 x 1.96 = 0.98 to each side. Tolerance: 8 % for sample and
  // resampling.
  const auto values = normal(400, 100, 10, 7);
  const auto interval = bootstrap_interval(values, 0.95, 1, Estimator::kMean, 4000);
  ASSERT_TRUE(interval);
  EXPECT_NEAR(interval->half_width(), 0.98, 0.98 * 0.08);
  EXPECT_LT(interval->low, 100.5);
  EXPECT_GT(interval->high, 99.5);
}

TEST(Bootstrap, CoversTheTrueMedianAtItsConfidenceLevel) {
  int covered = 0;
  constexpr int kTrials = 200;
  for (std::uint64_t i = 0; i < kTrials; ++i) {
    const auto interval =
        bootstrap_interval(normal(24, 50, 5, 1000 + i), 0.95, i, Estimator::kMedian, 400);
    covered += interval->low <= 50 && 50 <= interval->high;
  }
  // 95 % of 200. The percentile method has slightly less coverage for small samples.
  EXPECT_GE(covered, 180);
  EXPECT_LE(covered, 200);
}

TEST(Bootstrap, TheSeedDecides) {
  const auto values = normal(20, 5, 1, 3);
  const auto a = bootstrap_interval(values, 0.9, 11, Estimator::kMean);
  const auto b = bootstrap_interval(values, 0.9, 11, Estimator::kMean);
  const auto c = bootstrap_interval(values, 0.9, 12, Estimator::kMean);
  EXPECT_EQ(a->low, b->low);
  EXPECT_EQ(a->high, b->high);
  EXPECT_TRUE(a->low != c->low || a->high != c->high);
}

TEST(Bootstrap, OneValueHasNoInterval) {
  EXPECT_FALSE(bootstrap_interval(std::vector{3.0}, 0.95, 1));
  EXPECT_FALSE(bootstrap_interval({}, 0.95, 1));
  const auto same = bootstrap_interval(std::vector{3.0, 3.0}, 0.95, 1);
  EXPECT_EQ(same->low, 3);
  EXPECT_EQ(same->high, 3);
}

TEST(Bootstrap, NarrowEnoughIsRelativeToTheMedian) {
  EXPECT_FALSE(narrow_enough(std::vector{100.0}, 0.5, 0.95, 1));
  EXPECT_TRUE(narrow_enough(std::vector{100.0, 100.0}, 0.0001, 0.95, 1));
  // The median of resamples of {90, 110} is 90, 100 or 110: 10 % to each side.
  EXPECT_TRUE(narrow_enough(std::vector{90.0, 110.0}, 0.1, 0.95, 1));
  EXPECT_FALSE(narrow_enough(std::vector{90.0, 110.0}, 0.09, 0.95, 1));
  EXPECT_FALSE(narrow_enough(std::vector{-1.0, 1.0}, 0.5, 0.95, 1));
}

TEST(Pairs, DifferencesWithinRepetitions) {
  // b is always 2 above a, whatever the channel's effect on both.
  const std::vector<double> a = {10, 50, 20, 80};
  const std::vector<double> b = {12, 52, 22, 82};
  const auto c = compare_pairs(a, b, 0.95, 1);
  EXPECT_EQ(c.pairs, 4u);
  EXPECT_EQ(c.median_difference, 2);
  EXPECT_EQ(c.interval->low, 2);
  EXPECT_EQ(c.interval->high, 2);
  EXPECT_TRUE(c.decided());
  EXPECT_DOUBLE_EQ(c.percent(c.median_difference), 200.0 / 35);
  EXPECT_EQ(c.rank_biserial, 1);
  EXPECT_EQ(c.standardized, 0);
}

TEST(Pairs, APercentageHasTheSignOfItsDifference) {
  // Quartiles of delay variation are negative.
  const std::vector<double> a = {-10, -50, -20, -80};
  const std::vector<double> b = {-8, -48, -18, -78};
  const auto c = compare_pairs(a, b, 0.95, 1);
  EXPECT_DOUBLE_EQ(c.percent(c.median_difference), 200.0 / 35);
  EXPECT_DOUBLE_EQ(c.percent(c.interval->low), 200.0 / 35);
}

TEST(Pairs, TwoDecideNothing) {
  const std::vector<double> a = {10, 50};
  const std::vector<double> b = {12, 52};
  EXPECT_GT(compare_pairs(a, b, 0.95, 1).interval->low, 0);
  EXPECT_FALSE(compare_pairs(a, b, 0.95, 1).decided());
}

TEST(Pairs, EffectSizes) {
  // Differences -1, 2, 3, 4: ranks 1 (negative), 2, 3, 4: (9 - 1) / 10. Mean 2, deviation sqrt((9 +
  // 0 + 1 + 4) / 3).
  const std::vector<double> a = {0, 0, 0, 0};
  const std::vector<double> b = {-1, 2, 3, 4};
  const auto c = compare_pairs(a, b, 0.95, 1);
  EXPECT_DOUBLE_EQ(c.rank_biserial, 0.8);
  EXPECT_DOUBLE_EQ(c.standardized, 2 / std::sqrt(14.0 / 3));
  EXPECT_EQ(c.median_difference, 2.5);
  EXPECT_EQ(c.percent(c.median_difference), 0);
  EXPECT_FALSE(c.decided());
}

TEST(Pairs, TiesShareTheirRankAndZerosAreLeftOut) {
  // Differences 0, 1, -1, 2: ranks of 1 and -1 are 1.5 each, of 2 is 3: (4.5 - 1.5) / 6.
  const auto c =
      compare_pairs(std::vector<double>{1, 1, 1, 1}, std::vector<double>{1, 2, 0, 3}, 0.95, 1);
  EXPECT_DOUBLE_EQ(c.rank_biserial, 0.5);
}

}  // namespace
}  // namespace seawind
