// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/measure/paired_comparison.h"

#include <algorithm>
#include <numeric>
#include <vector>

#include "common/quantile.h"

namespace seawind {
namespace {

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

PairedComparison compare_pairs(std::span<const double> a, std::span<const double> b,
                               double confidence) {
  PairedComparison c;
  c.pairs = std::min(a.size(), b.size());
  if (c.pairs == 0) return c;
  std::vector<double> differences;
  double largest = 0;
  for (std::size_t i = 0; i < c.pairs; ++i) {
    differences.push_back(b[i] - a[i]);
    largest = std::max({largest, std::abs(a[i]), std::abs(b[i])});
  }
  c.median_difference = median(differences);
  c.interval = median_interval(differences, confidence);
  c.base_median = median({a.begin(), a.begin() + static_cast<std::ptrdiff_t>(c.pairs)});
  const double mean =
      std::accumulate(differences.begin(), differences.end(), 0.0) / static_cast<double>(c.pairs);
  double squares = 0;
  for (const double d : differences) squares += (d - mean) * (d - mean);
  constexpr double kRounding = 1e-12;  // of the values, relative
  const double deviation = c.pairs > 1 ? std::sqrt(squares / static_cast<double>(c.pairs - 1)) : 0;
  if (deviation > kRounding * largest)
    c.standardized = mean / deviation;
  else if (std::abs(mean) <= kRounding * largest)
    c.standardized = 0;
  c.rank_biserial = rank_biserial(differences);
  return c;
}

}  // namespace seawind
