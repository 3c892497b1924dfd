// SPDX-License-Identifier: GPL-3.0-or-later
// A set of bytes as disjoint half-open ranges. The stream of a TCP sender is one range, however
// long it is.
#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <map>
#include <memory_resource>

#include "controller/measure/log_memory.h"

namespace seawind {

class ByteRanges {
 public:
  explicit ByteRanges(LogMemory& memory) : ranges_(&memory) {}

  /// Adds [begin, end) and returns the number of bytes that were not in the set before.
  std::int64_t add(std::int64_t begin, std::int64_t end) {
    if (begin >= end) return 0;
    std::int64_t known = 0;
    auto it = ranges_.upper_bound(begin);
    if (it != ranges_.begin() && std::prev(it)->second >= begin) --it;
    std::int64_t low = begin;
    std::int64_t high = end;
    while (it != ranges_.end() && it->first <= end) {
      known += std::max<std::int64_t>(0, std::min(end, it->second) - std::max(begin, it->first));
      low = std::min(low, it->first);
      high = std::max(high, it->second);
      it = ranges_.erase(it);
    }
    ranges_.emplace(low, high);
    const std::int64_t added = end - begin - known;
    size_ += added;
    return added;
  }
  /// The number of bytes of [begin, end) that are in the set.
  std::int64_t count(std::int64_t begin, std::int64_t end) const {
    std::int64_t known = 0;
    auto it = ranges_.upper_bound(begin);
    if (it != ranges_.begin()) --it;
    for (; it != ranges_.end() && it->first < end; ++it)
      known += std::max<std::int64_t>(0, std::min(end, it->second) - std::max(begin, it->first));
    return known;
  }
  /// Adds the intersection of [begin, end) and `other`.
  void add_common(const ByteRanges& other, std::int64_t begin, std::int64_t end) {
    auto it = other.ranges_.upper_bound(begin);
    if (it != other.ranges_.begin()) --it;
    for (; it != other.ranges_.end() && it->first < end; ++it)
      add(std::max(begin, it->first), std::min(end, it->second));
  }
  void clear() { ranges_.clear(), size_ = 0; }
  std::int64_t size() const { return size_; }            // bytes in the set
  std::size_t pieces() const { return ranges_.size(); }  // disjoint ranges

 private:
  std::pmr::map<std::int64_t, std::int64_t> ranges_;  // begin -> end; ranges never touch
  std::int64_t size_ = 0;
};

}  // namespace seawind
