// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/measure/median_interval.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "common/quantile.h"

namespace seawind {

std::optional<Interval> median_interval(std::span<const double> values, double confidence) {
  const std::size_t size = values.size();
  const auto n = static_cast<double>(size);
  double log_probability = -n * std::numbers::ln2;  // of `k` values below the median
  double tail = 0;
  std::size_t k = 0;
  while (k < size) {
    tail += std::exp(log_probability);
    if (2 * tail > 1 - confidence) break;
    log_probability += std::log((n - static_cast<double>(k)) / static_cast<double>(k + 1));
    ++k;
  }
  if (k == 0) return {};
  std::vector<double> sorted(values.begin(), values.end());
  std::ranges::sort(sorted);
  return Interval{sorted[k - 1], sorted[size - k]};
}

bool narrow_enough(std::span<const double> values, double half_width, double confidence) {
  const auto interval = median_interval(values, confidence);
  if (!interval) return false;
  const double middle = median({values.begin(), values.end()});
  const double allowed = std::abs(middle) * half_width;
  return middle - interval->low <= allowed && interval->high - middle <= allowed;
}

}  // namespace seawind
