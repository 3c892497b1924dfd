// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/measure/bootstrap.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "common/quantile.h"
#include "controller/testset/seeds.h"

namespace seawind {
namespace {

double mean(std::span<const double> values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

/// The median; reorders the values.
double median_of(std::vector<double>& values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  if (values.size() % 2 == 1) return *middle;
  return (*std::max_element(values.begin(), middle) + *middle) / 2;
}

/// Wilcoxon's signed ranks: (sum of positive - sum of negative ranks) / their total. Ties get their
/// mean rank; zeros are left out.
double rank_biserial(std::vector<double> differences) {
  std::erase(differences, 0.0);
  if (differences.empty()) return 0;
  std::sort(differences.begin(), differences.end(),
            [](double a, double b) { return std::abs(a) < std::abs(b); });
  double positive = 0;
  double total = 0;
  for (std::size_t i = 0; i < differences.size();) {
    std::size_t end = i;
    while (end < differences.size() && std::abs(differences[end]) == std::abs(differences[i]))
      ++end;
    const double rank = static_cast<double>(i + end + 1) / 2;
    for (; i < end; ++i) {
      total += rank;
      if (differences[i] > 0) positive += rank;
    }
  }
  return 2 * positive / total - 1;
}

}  // namespace

double estimate(std::span<const double> values, Estimator estimator) {
  if (estimator == Estimator::kMean) return mean(values);
  std::vector<double> copy(values.begin(), values.end());
  return median_of(copy);
}

std::optional<Interval> bootstrap_interval(std::span<const double> values, double confidence,
                                           std::uint64_t seed, Estimator estimator, int resamples) {
  if (values.size() < 2) return {};
  std::vector<double> estimates;
  std::vector<double> drawn(values.size());
  std::uint64_t index = 0;
  for (int i = 0; i < resamples; ++i) {
    for (double& value : drawn) {
      const std::uint64_t bits = split_mix(seed, index++) >> 32U;
      value = values[static_cast<std::size_t>((bits * values.size()) >> 32U)];
    }
    estimates.push_back(estimator == Estimator::kMean ? mean(drawn) : median_of(drawn));
  }
  std::sort(estimates.begin(), estimates.end());
  const double tail = (1 - confidence) / 2;
  return Interval{quantile(estimates, tail), quantile(estimates, 1 - tail)};
}

bool narrow_enough(std::span<const double> values, double half_width, double confidence,
                   std::uint64_t seed) {
  const auto interval = bootstrap_interval(values, confidence, seed);
  if (!interval) return false;
  const double middle = estimate(values, Estimator::kMedian);
  const double allowed = std::abs(middle) * half_width;
  return middle - interval->low <= allowed && interval->high - middle <= allowed;
}

PairedComparison compare_pairs(std::span<const double> a, std::span<const double> b,
                               double confidence, std::uint64_t seed) {
  PairedComparison c;
  c.pairs = std::min(a.size(), b.size());
  if (c.pairs == 0) return c;
  std::vector<double> differences;
  for (std::size_t i = 0; i < c.pairs; ++i) differences.push_back(b[i] - a[i]);
  c.median_difference = estimate(differences, Estimator::kMedian);
  c.interval = bootstrap_interval(differences, confidence, seed);
  c.base_median = estimate(a.first(c.pairs), Estimator::kMedian);
  if (c.base_median != 0) c.relative = c.median_difference / c.base_median;
  const double middle = mean(differences);
  double squares = 0;
  for (const double d : differences) squares += (d - middle) * (d - middle);
  if (c.pairs > 1 && squares > 0)
    c.standardized = middle / std::sqrt(squares / static_cast<double>(c.pairs - 1));
  c.rank_biserial = rank_biserial(differences);
  return c;
}

}  // namespace seawind
