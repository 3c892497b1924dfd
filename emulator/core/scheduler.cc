// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/core/scheduler.h"

#include <bit>
#include <utility>

namespace seawind {

std::uint32_t Scheduler::allocate() {
  if (free_ == kNone) {
    events_.emplace_back();
    return static_cast<std::uint32_t>(events_.size() - 1);
  }
  const std::uint32_t event = free_;
  free_ = events_[event].next;
  return event;
}

void Scheduler::insert(std::uint32_t number) {
  Event& event = events_[number];
  const std::uint64_t slot = slot_of(event.when);
  if (slot <= slot_) {
    due_.push_back({event.when, event.order, number});
    std::push_heap(due_.begin(), due_.end(), Later{});
    return;
  }
  const auto level = static_cast<std::size_t>(std::bit_width(slot ^ slot_) - 1) / kDigitBits;
  const std::uint64_t digit = slot >> (level * kDigitBits) & (kBuckets - 1);
  Level& to = levels_[level];
  event.next = std::exchange(to.first[digit], number);
  if (event.next == kNone || event.when < to.earliest[digit]) to.earliest[digit] = event.when;
  to.used |= std::uint64_t{1} << digit;
}

// The events of a level precede those of the next level, and all buckets lie after the current
// slot.
std::size_t Scheduler::lowest_level() const {
  std::size_t level = 0;
  while (level < kLevels && levels_[level].used == 0) ++level;
  return level;
}

void Scheduler::enter_first_bucket() {
  const std::size_t level = lowest_level();
  Level& from = levels_[level];
  const auto digit = static_cast<std::uint64_t>(std::countr_zero(from.used));
  const unsigned shift = static_cast<unsigned>(level) * kDigitBits;
  slot_ = ((slot_ >> shift & ~std::uint64_t{kBuckets - 1}) | digit) << shift;
  from.used &= from.used - 1;
  std::uint32_t event = std::exchange(from.first[digit], kNone);
  while (event != kNone) {
    const std::uint32_t next = events_[event].next;
    insert(event);
    event = next;
  }
}

Time Scheduler::earliest() const {
  if (!due_.empty()) return due_.front().when;
  const std::size_t level = lowest_level();
  if (level == kLevels) return Time::max();
  const Level& from = levels_[level];
  return from.earliest[static_cast<std::size_t>(std::countr_zero(from.used))];
}

std::uint64_t Scheduler::run_until(Time until, std::uint64_t most) {
  assert(until >= now_);
  std::uint64_t ran = 0;
  for (; pending_ != 0 && next_ <= until; ++ran) {
    if (ran == most) return ran;
    while (due_.empty()) enter_first_bucket();
    const std::uint32_t number = due_.front().event;
    std::pop_heap(due_.begin(), due_.end(), Later{});
    due_.pop_back();
    Event event = events_[number];  // a copy: the action may schedule and reallocate
    events_[number].next = std::exchange(free_, number);
    --pending_;
    now_ = event.when;
    next_ = earliest();
    event.run(event.action.data());
  }
  now_ = std::max(now_, until);
  return ran;
}

}  // namespace seawind
