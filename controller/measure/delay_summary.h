// SPDX-License-Identifier: GPL-3.0-or-later
// Order statistics of up to 2^32 - 1 delays in constant memory. The extremes are exact. Other
// values are within 0.05 %: there are 1024 linear steps per power of two, and a value is reported
// as the middle of its step.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <vector>

namespace seawind {

class DelaySummary {
 public:
  void add(std::int64_t ns) {
    const auto v = static_cast<std::uint64_t>(std::max<std::int64_t>(ns, 0));
    const std::size_t i = index(v);
    if (i >= counts_.size()) counts_.resize(i + 1);
    ++counts_[i];
    ++count_;
    min_ = std::min(min_, static_cast<std::int64_t>(v));
    max_ = std::max(max_, static_cast<std::int64_t>(v));
  }
  std::uint64_t count() const { return count_; }
  std::int64_t min() const { return min_; }  // of an empty summary: the largest value of the type
  std::int64_t max() const { return max_; }
  /// The lower of the two middle values for an even count; 0 for an empty summary.
  std::int64_t median() const { return count_ == 0 ? 0 : at((count_ - 1) / 2); }
  /// The value of rank `rank` (0: the smallest); rank < count().
  std::int64_t at(std::uint64_t rank) const {
    std::uint64_t seen = 0;
    for (std::size_t i = 0; i < counts_.size(); ++i) {
      seen += counts_[i];
      if (seen > rank) return std::clamp(middle(i), min_, max_);
    }
    return max_;
  }

 private:
  static constexpr int kBits = 10;
  static constexpr std::uint64_t kSteps = 1u << kBits;

  static std::size_t index(std::uint64_t v) {
    if (v < kSteps) return static_cast<std::size_t>(v);
    const int shift = static_cast<int>(std::bit_width(v)) - 1 - kBits;
    return static_cast<std::size_t>((static_cast<std::uint64_t>(shift) + 1) * kSteps +
                                    ((v >> shift) & (kSteps - 1)));
  }
  static std::int64_t middle(std::size_t i) {
    if (i < kSteps) return static_cast<std::int64_t>(i);
    const std::uint64_t shift = i / kSteps - 1;
    const std::uint64_t low = (i % kSteps + kSteps) << shift;
    return static_cast<std::int64_t>(low + ((std::uint64_t{1} << shift) >> 1));
  }

  std::vector<std::uint32_t> counts_;
  std::uint64_t count_ = 0;
  std::int64_t min_ = std::numeric_limits<std::int64_t>::max();
  std::int64_t max_ = 0;
};

}  // namespace seawind
