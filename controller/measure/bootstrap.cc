// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/measure/bootstrap.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "common/quantile.h"
#include "common/split_mix.h"

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

/// Random indices of data of `size` values, with replacement.
class RandomIndices {
 public:
  RandomIndices(std::size_t size, std::uint64_t seed) : size_(size), seed_(seed) {}
  std::size_t next() {
    const std::uint64_t bits = split_mix(seed_, index_++) >> 32U;
    return static_cast<std::size_t>((bits * size_) >> 32U);
  }

 private:
  std::size_t size_;
  std::uint64_t seed_;
  std::uint64_t index_ = 0;
};

std::vector<double> means_of_samples(std::span<const double> values, RandomIndices indices,
                                     int samples) {
  std::vector<double> out;
  std::vector<double> drawn(values.size());
  for (int i = 0; i < samples; ++i) {
    for (double& value : drawn) value = values[indices.next()];
    out.push_back(mean(drawn));
  }
  return out;
}

/// Counts how often each rank is drawn instead of ordering each sample.
std::vector<double> medians_of_samples(std::span<const double> values, RandomIndices indices,
                                       int samples) {
  const std::size_t size = values.size();
  std::vector<std::size_t> order(size);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t i) { return values[i]; });
  std::vector<std::uint32_t> rank_of(size);
  for (std::size_t rank = 0; rank < size; ++rank)
    rank_of[order[rank]] = static_cast<std::uint32_t>(rank);
  std::vector<double> out;
  std::vector<std::uint32_t> counts(size);
  for (int i = 0; i < samples; ++i) {
    std::ranges::fill(counts, 0U);
    for (std::size_t n = 0; n < size; ++n) ++counts[rank_of[indices.next()]];
    std::size_t rank = 0;
    std::size_t passed = counts[0];  // drawn values up to this rank
    const auto value_at = [&](std::size_t place) {
      while (passed <= place) passed += counts[++rank];
      return values[order[rank]];
    };
    const double below = value_at((size - 1) / 2);
    out.push_back((below + value_at(size / 2)) / 2);
  }
  return out;
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
  const RandomIndices indices(values.size(), seed);
  std::vector<double> estimates = estimator == Estimator::kMean
                                      ? means_of_samples(values, indices, resamples)
                                      : medians_of_samples(values, indices, resamples);
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
  const double middle = mean(differences);
  double squares = 0;
  for (const double d : differences) squares += (d - middle) * (d - middle);
  if (c.pairs > 1 && squares > 0)
    c.standardized = middle / std::sqrt(squares / static_cast<double>(c.pairs - 1));
  c.rank_biserial = rank_biserial(differences);
  return c;
}

}  // namespace seawind
