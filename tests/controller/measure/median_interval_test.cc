// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/measure/median_interval.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <numeric>
#include <vector>

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

std::vector<double> first_numbers(std::size_t n) {
  std::vector<double> out(n);
  std::iota(out.begin(), out.end(), 1.0);
  return out;
}

// The ranks of tables of the sign test (Conover, Practical Nonparametric Statistics, table A3).
TEST(MedianInterval, HasTheRanksOfTheBinomialDistribution) {
  const auto ranks = [](std::size_t n, double confidence) {
    const auto interval = median_interval(first_numbers(n), confidence);
    return interval ? std::pair(interval->low, interval->high) : std::pair(0.0, 0.0);
  };
  EXPECT_EQ(ranks(5, 0.95), std::pair(0.0, 0.0));
  EXPECT_EQ(ranks(6, 0.95), std::pair(1.0, 6.0));
  EXPECT_EQ(ranks(8, 0.95), std::pair(1.0, 8.0));
  EXPECT_EQ(ranks(9, 0.95), std::pair(2.0, 8.0));
  EXPECT_EQ(ranks(20, 0.95), std::pair(6.0, 15.0));
  EXPECT_EQ(ranks(50, 0.95), std::pair(18.0, 33.0));
  EXPECT_EQ(ranks(100, 0.95), std::pair(40.0, 61.0));
  EXPECT_EQ(ranks(7, 0.99), std::pair(0.0, 0.0));
  EXPECT_EQ(ranks(8, 0.99), std::pair(1.0, 8.0));
  EXPECT_EQ(ranks(14, 0.9999), std::pair(0.0, 0.0));
  EXPECT_EQ(ranks(15, 0.9999), std::pair(1.0, 15.0));
  // The normal approximation, n / 2 - 1.96 sqrt(n) / 2, where 2^-n is no longer a number.
  EXPECT_NEAR(ranks(20'000, 0.95).first, 10'000 - 0.98 * std::sqrt(20'000.0), 1);
}

TEST(MedianInterval, CoversTheMedianOfAnyDistributionAtLeastAsOftenAsItSays) {
  for (const std::size_t n : {6U, 7U, 9U, 15U, 24U}) {
    int covered = 0;
    constexpr int kTrials = 2000;
    for (std::uint64_t i = 0; i < kTrials; ++i) {
      std::vector<double> values = normal(n, 0, 1, 1000 * n + i);
      for (double& value : values) value = std::exp(3 * value);  // skewed; the median is 1
      const auto interval = median_interval(values, 0.95);
      covered += interval->low <= 1 && 1 <= interval->high;
    }
    EXPECT_GE(covered, kTrials * 0.94) << n;  // 0.95 less two standard errors
  }
}

TEST(MedianInterval, NarrowEnoughIsRelativeToTheMedian) {
  EXPECT_FALSE(narrow_enough(std::vector<double>(5, 100.0), 0.5, 0.95));
  EXPECT_TRUE(narrow_enough(std::vector<double>(6, 100.0), 0.0001, 0.95));
  const std::vector<double> spread{90, 100, 100, 100, 100, 110};
  EXPECT_TRUE(narrow_enough(spread, 0.1, 0.95));
  EXPECT_FALSE(narrow_enough(spread, 0.09, 0.95));
  EXPECT_FALSE(narrow_enough(std::vector<double>{-1, -1, 0, 0, 1, 1}, 0.5, 0.95));
}

}  // namespace
}  // namespace seawind
