// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the queue with the most bytes among n queues: an indexed binary heap. Lookup is O(1), an
// update O(log n). Ties go to the lower number, so that runs are reproducible.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace seawind {

class LargestQueue {
 public:
  explicit LargestQueue(std::size_t queues) : bytes_(queues, 0), heap_(queues), place_(queues) {
    for (std::size_t i = 0; i < queues; ++i) {
      heap_[i] = place_[i] = static_cast<std::uint32_t>(i);
    }
  }

  std::uint32_t queue() const { return heap_[0]; }

  void set(std::uint32_t queue, std::int64_t bytes) {
    const bool more = bytes > bytes_[queue];
    bytes_[queue] = bytes;
    more ? up(place_[queue]) : down(place_[queue]);
  }

 private:
  bool before(std::uint32_t a, std::uint32_t b) const {
    return bytes_[a] != bytes_[b] ? bytes_[a] > bytes_[b] : a < b;
  }
  void exchange(std::size_t a, std::size_t b) {
    std::swap(heap_[a], heap_[b]);
    place_[heap_[a]] = static_cast<std::uint32_t>(a);
    place_[heap_[b]] = static_cast<std::uint32_t>(b);
  }
  void up(std::size_t at) {
    for (; at > 0 && before(heap_[at], heap_[(at - 1) / 2]); at = (at - 1) / 2) {
      exchange(at, (at - 1) / 2);
    }
  }
  void down(std::size_t at) {
    for (std::size_t child; (child = 2 * at + 1) < heap_.size(); at = child) {
      if (child + 1 < heap_.size() && before(heap_[child + 1], heap_[child])) ++child;
      if (!before(heap_[child], heap_[at])) return;
      exchange(at, child);
    }
  }

  std::vector<std::int64_t> bytes_;   // by queue
  std::vector<std::uint32_t> heap_;   // queue numbers, the largest queue first
  std::vector<std::uint32_t> place_;  // by queue number: position in heap_
};

}  // namespace seawind
