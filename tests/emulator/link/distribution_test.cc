// SPDX-License-Identifier: GPL-3.0-or-later
// The distributions of dwell times and delays, against closed forms.
#include "emulator/core/distribution.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "emulator/core/random.h"

namespace seawind {
namespace {

// Mean over the midpoints of 10^6 equal slices of the unit interval; with inversion this integrates
// the quantile function.
double integrated_mean(const ValueConfig& law) {
  const int n = 1'000'000;
  double sum = 0;
  for (int i = 0; i < n; ++i) sum += value_at(law, (i + 0.5) / n);
  return sum / n;
}

// Model 3: parameters 10 in 5..15 and 2.5 in 1.4..4 have these realised means.
TEST(Distribution, TruncatedExponentialsHaveTheMeansOfTheLinkModel) {
  EXPECT_NEAR(integrated_mean(ExponentialValue{10, 5, 15, Truncation::kRedraw}), 9.18, 0.005);
  EXPECT_NEAR(integrated_mean(ExponentialValue{2.5, 1.4, 4, Truncation::kRedraw}), 2.48, 0.005);
  EXPECT_NEAR(integrated_mean(ExponentialValue{10, 5, 15, Truncation::kClamp}), 8.83, 0.005);
  EXPECT_NEAR(integrated_mean(ExponentialValue{2.5, 1.4, 4, Truncation::kClamp}), 2.32, 0.005);
}

// The redraw distribution equals that of a plain exponential whose values outside the bounds are
// drawn again. The test compares their quantiles through the distribution function of the realised
// values.
TEST(Distribution, RedrawIsTheDistributionOfRepeatedDrawing) {
  const ExponentialValue law{2.5, 1.4, 4, Truncation::kRedraw};
  RandomStream random(1, "redraw");
  const int n = 200'000;
  int below_inverse[5] = {};
  const double quantiles[] = {0.1, 0.3, 0.5, 0.7, 0.9};
  for (int i = 0; i < n; ++i) {
    double x = 0;
    do {
      x = -law.mean * std::log1p(-random.uniform());
    } while (x < law.min || x > law.max);
    for (int q = 0; q < 5; ++q) below_inverse[q] += x < value_at(law, quantiles[q]) ? 1 : 0;
  }
  for (int q = 0; q < 5; ++q) {
    EXPECT_NEAR(below_inverse[q] / static_cast<double>(n), quantiles[q], 0.006);  // 5 std errors
  }
}

TEST(Distribution, StaysWithinItsBounds) {
  const double last = std::nextafter(1.0, 0.0);
  for (const Truncation truncation : {Truncation::kRedraw, Truncation::kClamp}) {
    const ExponentialValue law{10, 5, 15, truncation};
    EXPECT_DOUBLE_EQ(value_at(law, 0), 5);
    EXPECT_LE(value_at(law, last), 15 + 1e-12);
    EXPECT_NEAR(value_at(law, last), 15, 1e-9);
  }
  EXPECT_DOUBLE_EQ(value_at(UniformValue{2, 5}, 0), 2);
  EXPECT_NEAR(value_at(UniformValue{2, 5}, last), 5, 1e-12);
  EXPECT_DOUBLE_EQ(value_at(FixedValue{700}, 0.3), 700);
}

TEST(Distribution, TheLeastValueIsALowerBound) {
  const auto values = std::make_shared<const std::vector<double>>(std::vector<double>{7, 3, 5});
  const std::vector<std::pair<ValueConfig, double>> laws{
      {FixedValue{4}, 4},
      {UniformValue{2, 9}, 2},
      {ExponentialValue{.mean = 10, .min = 3, .max = 20}, 3},
      {NormalValue{.mean = 1, .deviation = 5, .min = -8}, 0},
      {LognormalValue{.median = 10, .sigma = 1, .min = 6}, 6},
      {ParetoValue{.scale = 2.5, .shape = 1.5}, 2.5},
      {UniformMixture{{{1, {5, 9}}, {0.1, {1, 2}}}}, 1},
      {UniformMixture{{{1, {5, 9}}, {0, {1, 2}}}}, 5},
      {UniformMixture{{{0, {5, 9}}}}, 0},
      {EmpiricalValue{{1.5, 2, 8}}, 1.5},
      {NetemValue{.mean = 10, .sigma = 20, .table = nullptr}, 0},
      {ListValue{values}, 3},
      {ListValue{}, 0}};
  for (const auto& [law, least] : laws) {
    EXPECT_EQ(least_of(law), least) << law.index();
    for (std::uint64_t n = 0; n < 1000; ++n)
      EXPECT_GE(duration_at(law, static_cast<double>(n) / 1000, n).ns(), std::floor(least));
  }
}

TEST(Distribution, AnUncutExponentialHasItsMeanAndMedian) {
  const double infinity = std::numeric_limits<double>::infinity();
  for (const Truncation truncation : {Truncation::kRedraw, Truncation::kClamp}) {
    const ExponentialValue law{3, 0, infinity, truncation};
    EXPECT_NEAR(integrated_mean(law), 3, 0.001);
    EXPECT_DOUBLE_EQ(value_at(law, 0.5), 3 * std::log(2));
  }
}

TEST(Distribution, DurationsAreRoundedAndNeverNegative) {
  EXPECT_EQ(duration_at(FixedValue{1.5}, 0).ns(), 2);
  EXPECT_EQ(duration_at(FixedValue{-3}, 0).ns(), 0);
  EXPECT_GT(duration_at(FixedValue{1e300}, 0).ns(), 0);
}

}  // namespace
}  // namespace seawind
