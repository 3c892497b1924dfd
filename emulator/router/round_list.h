// SPDX-License-Identifier: GPL-3.0-or-later
// The list of a round robin: children or flows in the order of service. Linked through an array:
// constant time, no allocation.
#pragma once

#include <cstdint>
#include <vector>

namespace seawind {

class RoundList {
 public:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};
  explicit RoundList(std::uint32_t capacity) : links_(capacity) {}

  bool empty() const { return first_ == kNone; }
  std::uint32_t front() const { return first_; }
  void push_back(std::uint32_t i) {
    links_[i] = {last_, kNone};
    (last_ == kNone ? first_ : links_[last_].next) = i;
    last_ = i;
  }
  /// `i` must be in the list.
  void erase(std::uint32_t i) {
    const Links links = links_[i];
    (links.previous == kNone ? first_ : links_[links.previous].next) = links.next;
    (links.next == kNone ? last_ : links_[links.next].previous) = links.previous;
  }
  void to_back(std::uint32_t i) {
    erase(i);
    push_back(i);
  }

 private:
  struct Links {
    std::uint32_t previous = kNone;
    std::uint32_t next = kNone;
  };
  std::vector<Links> links_;
  std::uint32_t first_ = kNone;
  std::uint32_t last_ = kNone;
};

}  // namespace seawind
