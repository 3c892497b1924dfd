// SPDX-License-Identifier: GPL-3.0-or-later
// The filters that a value of one header field satisfies, found by one binary search. The values
// named by the filters divide the field's range into points and gaps; each of these has its set of
// filters as a bit vector. Reference: Lakshman, Stiliadis, "High-speed policy-based packet
// forwarding using efficient multi-dimensional range matching" (SIGCOMM 1998), section 3.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace seawind {

/// A set of filters as a bit vector.
using FilterSet = std::vector<std::uint64_t>;

template <typename Key>
class FieldIndex {
 public:
  /// Filter `filter` accepts first..last, in addition to earlier ranges. A filter without any range
  /// accepts every value.
  void accept(std::size_t filter, const Key& first, const Key& last) {
    conditions_.push_back({filter, first, last});
  }
  /// Filter `filter` accepts no value except those given to accept().
  void refuse(std::size_t filter) { restricted_.push_back(filter); }

  void build(std::size_t filters) {
    const std::size_t words = (filters + 63) / 64;
    std::vector<bool> restricted(filters, false);
    for (const std::size_t filter : restricted_) restricted[filter] = true;
    for (const Condition& one : conditions_) {
      restricted[one.filter] = true;
      points_.push_back(one.first);
      points_.push_back(one.last);
    }
    std::sort(points_.begin(), points_.end());
    points_.erase(std::unique(points_.begin(), points_.end()), points_.end());
    FilterSet always(words, 0);
    for (std::size_t i = 0; i < filters; ++i) {
      if (!restricted[i]) always[i / 64] |= std::uint64_t{1} << (i % 64);
    }
    sets_.assign(2 * points_.size() + 1, always);
    for (const Condition& one : conditions_) {
      const std::size_t from = 2 * rank(one.first) + 1;
      const std::size_t to = 2 * rank(one.last) + 1;
      for (std::size_t at = from; at <= to; ++at) {
        sets_[at][one.filter / 64] |= std::uint64_t{1} << (one.filter % 64);
      }
    }
  }

  const FilterSet& at(const Key& value) const {
    const std::size_t index = rank(value);
    const bool point = index < points_.size() && !(value < points_[index]);
    return sets_[2 * index + (point ? 1 : 0)];
  }
  /// True if every value satisfies the same filters.
  bool trivial() const { return points_.empty() && restricted_.empty(); }

 private:
  struct Condition {
    std::size_t filter;
    Key first;
    Key last;
  };
  std::size_t rank(const Key& value) const {
    return static_cast<std::size_t>(std::lower_bound(points_.begin(), points_.end(), value) -
                                    points_.begin());
  }

  std::vector<Condition> conditions_;
  std::vector<std::size_t> restricted_;
  std::vector<Key> points_;      // sorted
  std::vector<FilterSet> sets_;  // gap, point, gap, ..., point, gap
};

}  // namespace seawind
