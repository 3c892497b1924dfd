// SPDX-License-Identifier: GPL-3.0-or-later
// Two cases compared repetition by repetition; both repetitions have the same seed and channel.
#pragma once

#include <cmath>
#include <cstddef>
#include <optional>
#include <span>

#include "controller/measure/median_interval.h"

namespace seawind {

struct PairedComparison {
  std::size_t pairs = 0;
  double median_difference = 0;        // of b - a
  std::optional<Interval> interval;    // of the median difference; nothing: too few pairs
  double base_median = 0;              // of a
  std::optional<double> standardized;  // mean difference / its standard deviation (Cohen's d_z);
                                       // without spread beyond rounding 0 if there is no
                                       // difference, else nothing
  double rank_biserial = 0;            // -1: every pair lower in b; 1: every pair higher
  /// `difference` in percent of the base's median, with the sign of the difference (a median may be
  /// negative); nothing when the median is 0.
  std::optional<double> percent(double difference) const {
    if (base_median == 0) return {};
    return 100 * difference / std::abs(base_median);
  }
  /// Whether the difference has a direction with this confidence: the interval excludes 0.
  bool decided() const { return interval && (interval->low > 0 || interval->high < 0); }
};
/// Compares `a` and `b`, of equal length, pair by pair. Without pairs all results are zero.
PairedComparison compare_pairs(std::span<const double> a, std::span<const double> b,
                               double confidence);

}  // namespace seawind
