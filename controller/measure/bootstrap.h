// SPDX-License-Identifier: GPL-3.0-or-later
// Confidence intervals by the bootstrap (Efron 1979), percentile method: the quantiles of the
// estimator over resamples drawn with replacement. Random numbers come from SplitMix64, so that a
// seed gives the same interval on every machine.
#pragma once

#include <cmath>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace seawind {

enum class Estimator { kMedian, kMean };
double estimate(std::span<const double> values, Estimator estimator);

struct Interval {
  double low = 0;
  double high = 0;
  double half_width() const { return (high - low) / 2; }
};
inline constexpr int kResamples = 2000;

/// Nothing for fewer than two values, whose spread is unknown. `confidence`: 0..1.
std::optional<Interval> bootstrap_interval(std::span<const double> values, double confidence,
                                           std::uint64_t seed,
                                           Estimator estimator = Estimator::kMedian,
                                           int resamples = kResamples);

/// Whether the interval of the median extends at most `half_width` (a fraction of the median) to
/// each side. False for fewer than two values, and for a median of 0 with any spread.
bool narrow_enough(std::span<const double> values, double half_width, double confidence,
                   std::uint64_t seed);

inline constexpr std::size_t kFewestPairs = 3;

/// Two cases compared repetition by repetition; both repetitions have the same seed and channel.
struct PairedComparison {
  std::size_t pairs = 0;
  double median_difference = 0;      // of b - a
  std::optional<Interval> interval;  // of the median difference
  double base_median = 0;            // of a
  double standardized = 0;           // mean difference / its standard deviation (Cohen's d_z);
                                     // 0 when there is no spread
  double rank_biserial = 0;          // -1: every pair lower in b; 1: every pair higher
  /// `difference` in percent of the base's median, with the sign of the difference (a median may be
  /// negative); 0 when the median is 0.
  double percent(double difference) const {
    return base_median == 0 ? 0 : 100 * difference / std::abs(base_median);
  }
  /// Whether the difference has a direction with this confidence: the interval excludes 0, and
  /// there are at least kFewestPairs (fewer pairs of one sign are no evidence).
  bool decided() const {
    return pairs >= kFewestPairs && interval && (interval->low > 0 || interval->high < 0);
  }
};
/// Compares `a` and `b`, of equal length, pair by pair. Without pairs all results are zero.
PairedComparison compare_pairs(std::span<const double> a, std::span<const double> b,
                               double confidence, std::uint64_t seed);

}  // namespace seawind
