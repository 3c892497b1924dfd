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

/// The quantile q (0..1) of ascending values (at least one): linear interpolation between the order
/// statistics around (n - 1) q (type 7 of Hyndman and Fan, the default of R and NumPy).
double quantile(std::span<const double> ascending, double q);

/// The statistics of values in any order.
Statistics summarize(std::span<const double> values);

}  // namespace seawind
