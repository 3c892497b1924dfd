// SPDX-License-Identifier: GPL-3.0-or-later
// A binary heap of small numbers (0 .. capacity-1) with keys. The smallest key is at the top; equal
// keys are ordered by the time they were set. Any number's key can be changed or erased in
// logarithmic time. Only the constructor allocates.
#pragma once

#include <cassert>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace seawind {

template <typename Key>
class IndexedHeap {
 public:
  explicit IndexedHeap(std::uint32_t capacity) : place_(capacity, kOut), entries_() {
    entries_.reserve(capacity);
  }

  bool empty() const { return entries_.empty(); }
  std::size_t size() const { return entries_.size(); }
  bool contains(std::uint32_t number) const { return place_[number] != kOut; }
  std::uint32_t top() const { return entries_.front().number; }
  const Key& top_key() const { return entries_.front().key; }

  /// Inserts `number` or changes its key.
  void set(std::uint32_t number, const Key& key) {
    const Entry entry{key, order_++, number};
    if (place_[number] == kOut) {
      place_[number] = static_cast<std::uint32_t>(entries_.size());
      entries_.push_back(entry);
      up(entries_.size() - 1);
      return;
    }
    const std::size_t at = place_[number];
    entries_[at] = entry;
    up(at);
    down(place_[number]);
  }
  /// Removes `number` if present.
  void erase(std::uint32_t number) {
    const std::size_t at = place_[number];
    if (at == kOut) return;
    place_[number] = kOut;
    const Entry last = entries_.back();
    entries_.pop_back();
    if (at == entries_.size()) return;
    entries_[at] = last;
    place_[last.number] = static_cast<std::uint32_t>(at);
    up(at);
    down(place_[last.number]);
  }
  void clear() {
    for (const Entry& entry : entries_) place_[entry.number] = kOut;
    entries_.clear();
  }

 private:
  static constexpr std::uint32_t kOut = std::numeric_limits<std::uint32_t>::max();
  struct Entry {
    Key key;
    std::uint64_t order;
    std::uint32_t number;
    bool before(const Entry& other) const {
      return key < other.key || (!(other.key < key) && order < other.order);
    }
  };
  void swap(std::size_t a, std::size_t b) {
    std::swap(entries_[a], entries_[b]);
    place_[entries_[a].number] = static_cast<std::uint32_t>(a);
    place_[entries_[b].number] = static_cast<std::uint32_t>(b);
  }
  void up(std::size_t at) {
    while (at > 0 && entries_[at].before(entries_[(at - 1) / 2])) {
      swap(at, (at - 1) / 2);
      at = (at - 1) / 2;
    }
  }
  void down(std::size_t at) {
    for (;;) {
      std::size_t least = at;
      for (std::size_t child = 2 * at + 1; child <= 2 * at + 2; ++child) {
        if (child < entries_.size() && entries_[child].before(entries_[least])) least = child;
      }
      if (least == at) return;
      swap(at, least);
      at = least;
    }
  }

  std::vector<std::uint32_t> place_;
  std::vector<Entry> entries_;
  std::uint64_t order_ = 0;
};

}  // namespace seawind
