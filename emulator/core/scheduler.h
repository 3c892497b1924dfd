// SPDX-License-Identifier: GPL-3.0-or-later
// The virtual-time scheduler. Production and tests run the same class; only its driver differs.
//
// Invariants:
//  - Events run in order of (time, insertion); ties run first in, first out.
//  - Inside an event, now() is the event's own time, even if the driver is late. Lateness does not
//    accumulate.
//  - An event may not be scheduled before now().
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>
#include <vector>

#include "common/time.h"

namespace seawind {

class Scheduler {
 public:
  Time now() const { return now_; }

  /// Calls action() at `when` (>= now()). The action must be trivially copyable and at most two
  /// words (a `this` and a number), so that only a new maximum of pending events allocates.
  template <typename Action>
  void at(Time when, Action action) {
    static_assert(sizeof(Action) <= 2 * sizeof(void*) && std::is_trivially_copyable_v<Action>,
                  "an action captures at most two words, trivially copyable");
    assert(when >= now_);
    const std::uint32_t number = allocate();
    Event& event = events_[number];
    event.when = std::max(when, now_);
    event.order = next_order_++;
    event.run = [](std::byte* words) { (*reinterpret_cast<Action*>(words))(); };
    std::memcpy(event.action.data(), &action, sizeof(Action));
    next_ = std::min(next_, event.when);
    ++pending_;
    insert(number);
  }

  /// Time of the earliest event; Time::max() when there is none.
  Time next_event() const { return next_; }

  /// Runs every event with time <= until, then sets now() to `until` (>= now()).
  void run_until(Time until) { run_until(until, std::numeric_limits<std::uint64_t>::max()); }

  /// As above, but at most `most` events; returns their number. If events remain that are due,
  /// now() is the time of the last one that ran.
  std::uint64_t run_until(Time until, std::uint64_t most);

  std::size_t pending() const { return pending_; }

 private:
  // Trivially copyable, so that moving one is a plain copy.
  struct Event {
    Time when;
    std::uint64_t order = 0;
    void (*run)(std::byte* action) = nullptr;
    alignas(void*) std::array<std::byte, 2 * sizeof(void*)> action{};
    std::uint32_t next = kNone;  // in the bucket, or in the list of free events
  };

  // A hierarchical timing wheel (Varghese and Lauck, SOSP 1987) in front of a heap. Time is divided
  // into slots. The heap orders the events of the current slot; all others wait unordered in
  // buckets. Level 0 has a bucket for each slot that differs from the current slot in the last base
  // 64 digit of its number only, level 1 for each value of the digit before, and so on; the digits
  // of kLevels levels cover all times. When the current slot enters the range of a bucket, the
  // events of the bucket move to lower levels or to the heap, each at most kLevels times. Except in
  // the heap, the cost of an event therefore depends on neither the number of events nor their
  // times.
  static constexpr unsigned kSlotBits = 15;  // 32.768 us
  static constexpr unsigned kDigitBits = 6;
  static constexpr std::size_t kBuckets = std::size_t{1} << kDigitBits;
  static constexpr std::size_t kLevels = (63 - kSlotBits) / kDigitBits;
  static_assert(kSlotBits + kLevels * kDigitBits == 63, "a Time has 63 bits without its sign");
  static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

  struct Level {
    std::uint64_t used = 0;  // a bit for each bucket that is not empty
    std::array<std::uint32_t, kBuckets> first = filled();
    std::array<Time, kBuckets> earliest{};  // of a bucket that is not empty
    static constexpr std::array<std::uint32_t, kBuckets> filled() {
      std::array<std::uint32_t, kBuckets> all{};
      all.fill(kNone);
      return all;
    }
  };
  struct Due {  // an event of the current slot
    Time when;
    std::uint64_t order;
    std::uint32_t event;
  };
  struct Later {
    bool operator()(const Due& a, const Due& b) const {
      return a.when > b.when || (a.when == b.when && a.order > b.order);
    }
  };
  static std::uint64_t slot_of(Time when) {
    return static_cast<std::uint64_t>(when.ns()) >> kSlotBits;
  }

  std::uint32_t allocate();
  void insert(std::uint32_t event);
  std::size_t lowest_level() const;
  void enter_first_bucket();
  Time earliest() const;

  Time now_;
  Time next_ = Time::max();
  std::uint64_t next_order_ = 0;
  std::uint64_t slot_ = 0;  // the current slot; not later than now()
  std::size_t pending_ = 0;
  std::vector<Due> due_;  // a heap
  std::vector<Event> events_;
  std::uint32_t free_ = kNone;
  std::array<Level, kLevels> levels_{};
};

}  // namespace seawind
