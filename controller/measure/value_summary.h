// SPDX-License-Identifier: GPL-3.0-or-later
// Quantiles of any number of values (delays, delay variations: nanoseconds, of either sign) in
// bounded memory. Up to kExact values are exact; more values are within 0.05 % (delay_summary.h).
// The extremes and the mean are always exact.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "common/quantile.h"
#include "controller/measure/delay_summary.h"

namespace seawind {

class ValueSummary {
 public:
  static constexpr std::size_t kExact = 65536;

  void add(std::int64_t value) {
    min_ = std::min(min_, value);
    max_ = std::max(max_, value);
    sum_ += static_cast<double>(value);
    if (++count_ <= kExact) {
      exact_.push_back(value);
      sorted_ = false;
      return;
    }
    if (!exact_.empty()) {
      for (const auto known : exact_) add_coarse(known);
      exact_ = {};
    }
    add_coarse(value);
  }
  std::uint64_t count() const { return count_; }
  // Meaningless for an empty summary.
  double min() const { return static_cast<double>(min_); }
  double max() const { return static_cast<double>(max_); }
  double mean() const { return sum_ / static_cast<double>(count_); }

  /// The quantile q (0..1), as in common/quantile.h.
  double quantile(double q) const {
    return quantile_of(count_, q, [this](std::uint64_t rank) { return at(rank); });
  }
  /// The value of this rank, from 0 (the smallest) to count() - 1.
  double at(std::uint64_t rank) const {
    if (count_ <= kExact) {
      if (!sorted_) std::sort(exact_.begin(), exact_.end());
      sorted_ = true;
      return static_cast<double>(exact_[rank]);
    }
    const std::uint64_t negative = below_.count();
    return static_cast<double>(rank < negative ? -below_.at(negative - 1 - rank)
                                               : above_.at(rank - negative));
  }

 private:
  void add_coarse(std::int64_t value) { value < 0 ? below_.add(-value) : above_.add(value); }

  mutable std::vector<std::int64_t> exact_;
  mutable bool sorted_ = false;
  DelaySummary below_;  // magnitudes of negative values
  DelaySummary above_;
  std::uint64_t count_ = 0;
  double sum_ = 0;
  std::int64_t min_ = std::numeric_limits<std::int64_t>::max();
  std::int64_t max_ = std::numeric_limits<std::int64_t>::min();
};

}  // namespace seawind
