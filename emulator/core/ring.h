// SPDX-License-Identifier: GPL-3.0-or-later
// A FIFO queue. Each element keeps its sequence number until it leaves or remove_if() is called, so
// that a scheduled event can refer to it by number. The storage doubles on demand and never
// shrinks: a queue at or below its maximum length so far does not allocate (std::deque does). An
// empty new queue has no storage.
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace seawind {

template <typename T>
class Ring {
 public:
  bool empty() const { return first_ == end_; }
  std::size_t size() const { return static_cast<std::size_t>(end_ - first_); }
  /// The number of the oldest element; end() is the number of the next element appended.
  std::uint64_t first() const { return first_; }
  std::uint64_t end() const { return end_; }
  bool contains(std::uint64_t number) const { return number >= first_ && number < end_; }

  /// Valid until the next push_back().
  T& operator[](std::uint64_t number) {
    assert(contains(number));
    return slots_[index(number)];
  }
  const T& operator[](std::uint64_t number) const {
    assert(contains(number));
    return slots_[index(number)];
  }
  T& front() { return (*this)[first_]; }
  const T& front() const { return (*this)[first_]; }

  /// Appends `value` and returns its number.
  std::uint64_t push_back(T value) {
    if (size() == slots_.size()) grow();
    slots_[index(end_)] = std::move(value);
    return end_++;
  }
  /// Removes and returns the oldest element. Its slot keeps the moved-from value.
  T pop_front() {
    T value = std::move(front());
    ++first_;
    return value;
  }
  /// Removes the elements for which `chosen` is true, oldest first, and calls removed(element) for
  /// each before the next is visited. The others get new numbers.
  template <typename Chosen, typename Removed>
  void remove_if(const Chosen& chosen, const Removed& removed) {
    for (std::size_t left = size(); left > 0; --left) {
      T oldest = pop_front();
      if (chosen(std::as_const(oldest))) {
        removed(std::as_const(oldest));
      } else {
        push_back(std::move(oldest));
      }
    }
  }

 private:
  std::size_t index(std::uint64_t number) const { return number & (slots_.size() - 1); }
  void grow() {
    std::vector<T> wider(slots_.empty() ? 4 : 2 * slots_.size());
    for (std::uint64_t n = first_; n != end_; ++n) {
      wider[n & (wider.size() - 1)] = std::move(slots_[index(n)]);
    }
    slots_.swap(wider);
  }

  std::vector<T> slots_;  // size is a power of two, or 0
  std::uint64_t first_ = 0;
  std::uint64_t end_ = 0;
};

}  // namespace seawind
