// SPDX-License-Identifier: GPL-3.0-or-later
// The confidence interval of a median from order statistics: between the k-th smallest and the k-th
// largest value with the largest k for which the binomial distribution gives at least the
// confidence. It assumes nothing about the distribution of the values, which are independent.
#pragma once

#include <optional>
#include <span>

namespace seawind {

struct Interval {
  double low = 0;
  double high = 0;
};

/// Nothing if there are too few values: the range of n values has the confidence 1 - 2^(1-n), so
/// that 95 % needs 6. `confidence`: 0..1.
std::optional<Interval> median_interval(std::span<const double> values, double confidence);

/// Whether the interval of the median extends at most `half_width` (a fraction of the median) to
/// each side. False without an interval, and for a median of 0 with any spread.
bool narrow_enough(std::span<const double> values, double half_width, double confidence);

}  // namespace seawind
