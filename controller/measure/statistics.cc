// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/measure/statistics.h"

#include <algorithm>
#include <numeric>
#include <vector>

#include "common/quantile.h"

namespace seawind {

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
