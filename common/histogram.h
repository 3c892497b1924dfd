// SPDX-License-Identifier: GPL-3.0-or-later
// Log-linear histogram of nanosecond values: fixed memory, bounded relative error, no allocation
// when recording. 16 linear steps per power of two: a quantile is at most 1/16 above the true
// value.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace seawind {

class Histogram {
 public:
  static constexpr std::size_t kBuckets =
      16 * 41;  // up to 2^44 ns, about 4.9 hours; above: the last

  /// Negative values count as 0.
  void record(std::int64_t value) {
    if (value < 0) value = 0;
    ++counts_[bucket(static_cast<std::uint64_t>(value))];
    ++total_;
    if (value > max_) max_ = value;
  }
  std::uint64_t total() const { return total_; }
  std::int64_t max() const { return max_; }
  const std::array<std::uint64_t, kBuckets>& counts() const { return counts_; }

  /// The upper bound of the bucket in which the quantile q (0..1) lies, never above max(); 0 if
  /// empty.
  std::int64_t quantile(double q) const {
    if (total_ == 0) return 0;
    auto rank = static_cast<std::uint64_t>(q * static_cast<double>(total_));
    if (rank >= total_) rank = total_ - 1;
    std::uint64_t seen = 0;
    for (std::size_t i = 0; i < kBuckets; ++i) {
      seen += counts_[i];
      if (seen > rank) return upper(i) < max_ ? upper(i) : max_;
    }
    return max_;
  }

  /// Largest value of bucket i.
  static constexpr std::int64_t upper(std::size_t i) {
    if (i < 16) return static_cast<std::int64_t>(i);
    const std::size_t shift = i / 16 - 1;
    return static_cast<std::int64_t>(((i % 16 + 17) << shift) - 1);
  }

 private:
  static constexpr std::size_t bucket(std::uint64_t v) {
    if (v < 16) return static_cast<std::size_t>(v);
    const auto shift = static_cast<std::size_t>(std::bit_width(v)) - 5;
    const std::size_t i = 16 * (shift + 1) + static_cast<std::size_t>((v >> shift) & 15);
    return i < kBuckets ? i : kBuckets - 1;
  }
  std::array<std::uint64_t, kBuckets> counts_{};
  std::uint64_t total_ = 0;
  std::int64_t max_ = 0;
};

}  // namespace seawind
