// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/results/statistics.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

namespace seawind {

double quantile(std::span<const double> ascending, double q) {
  const double position = q * static_cast<double>(ascending.size() - 1);
  const auto below = static_cast<std::size_t>(std::floor(position));
  const auto above = std::min(below + 1, ascending.size() - 1);
  const double share = position - static_cast<double>(below);
  return ascending[below] + share * (ascending[above] - ascending[below]);
}

Statistics summarize(std::span<const double> values) {
  if (values.empty()) return {};
  std::vector<double> sorted(values.begin(), values.end());
  std::sort(sorted.begin(), sorted.end());
  Statistics s;
  s.count = sorted.size();
  s.min = sorted.front();
  s.q1 = quantile(sorted, 0.25);
  s.median = quantile(sorted, 0.5);
  s.q3 = quantile(sorted, 0.75);
  s.max = sorted.back();
  s.mean = std::accumulate(sorted.begin(), sorted.end(), 0.0) / static_cast<double>(s.count);
  return s;
}

}  // namespace seawind
