// SPDX-License-Identifier: GPL-3.0-or-later
// A binary heap of small numbers (0 .. capacity-1) with keys. The smallest key is at the top; equal
// keys are ordered by the time they were set. Any number's key can be changed or erased in
// logarithmic time. Only the constructor and grow() allocate.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

namespace seawind {

template <typename Key>
class IndexedHeap {
 public:
  explicit IndexedHeap(std::uint32_t capacity = 0) { grow(capacity); }
  void grow(std::uint32_t capacity) {
    position_.resize(capacity, kOut);
    entries_.reserve(position_.capacity());
  }

  bool empty() const { return entries_.empty(); }
  bool contains(std::uint32_t number) const { return position_[number] != kOut; }
  /// `number` must be in the heap.
  const Key& key(std::uint32_t number) const { return entries_[position_[number]].key; }
  std::uint32_t top() const { return entries_.front().number; }
  const Key& top_key() const { return entries_.front().key; }

  /// Inserts `number` or changes its key.
  void set(std::uint32_t number, const Key& key) {
    if (!contains(number)) {
      position_[number] = static_cast<std::uint32_t>(entries_.size());
      entries_.emplace_back();
    }
    sift(position_[number], {key, order_++, number});
  }
  /// Removes `number` if present.
  void erase(std::uint32_t number) {
    const std::size_t hole = position_[number];
    if (hole == kOut) return;
    position_[number] = kOut;
    const Entry last = entries_.back();
    entries_.pop_back();
    if (hole != entries_.size()) sift(hole, last);
  }
  void clear() {
    for (const Entry& entry : entries_) position_[entry.number] = kOut;
    entries_.clear();
  }

 private:
  static constexpr std::uint32_t kOut = std::numeric_limits<std::uint32_t>::max();
  struct Entry {
    Key key{};
    std::uint64_t order = 0;
    std::uint32_t number = 0;
    bool before(const Entry& other) const {
      return key < other.key || (!(other.key < key) && order < other.order);
    }
  };
  void put(std::size_t at, const Entry& entry) {
    entries_[at] = entry;
    position_[entry.number] = static_cast<std::uint32_t>(at);
  }
  /// Moves `entry` up or down from the free position `at`.
  void sift(std::size_t at, const Entry entry) {
    for (; at > 0 && entry.before(entries_[(at - 1) / 2]); at = (at - 1) / 2) {
      put(at, entries_[(at - 1) / 2]);
    }
    for (std::size_t child; (child = 2 * at + 1) < entries_.size(); at = child) {
      if (child + 1 < entries_.size() && entries_[child + 1].before(entries_[child])) ++child;
      if (!entries_[child].before(entry)) break;
      put(at, entries_[child]);
    }
    put(at, entry);
  }

  std::vector<std::uint32_t> position_;  // by number: in entries_
  std::vector<Entry> entries_;
  std::uint64_t order_ = 0;
};

}  // namespace seawind
