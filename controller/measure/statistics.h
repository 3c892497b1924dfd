// SPDX-License-Identifier: GPL-3.0-or-later
// Order statistics over the valid repetitions of a case.
#pragma once

#include <cstddef>
#include <span>

namespace seawind {

struct Statistics {
  std::size_t count = 0;  // 0: all other members are 0 and meaningless
  double min = 0;
  double q1 = 0;
  double median = 0;
  double q3 = 0;
  double max = 0;
  double mean = 0;
  double iqr() const { return q3 - q1; }
};

/// The statistics of values in any order. Quartiles are those of common/quantile.h.
Statistics summarize(std::span<const double> values);

}  // namespace seawind
