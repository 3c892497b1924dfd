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
#include <utility>
#include <vector>

#include "common/time.h"

namespace seawind {

class Scheduler {
 public:
  Time now() const { return now_; }

  /// Calls action() at `when` (>= now()). The action must be trivially copyable and at most two
  /// words (a `this` and a number), so that only the growth of the event heap allocates.
  template <typename Action>
  void at(Time when, Action action) {
    static_assert(sizeof(Action) <= 2 * sizeof(void*) && std::is_trivially_copyable_v<Action>,
                  "an action captures at most two words, trivially copyable");
    assert(when >= now_);
    Event event{.when = std::max(when, now_),
                .order = next_order_++,
                .run = [](std::byte* words) { (*reinterpret_cast<Action*>(words))(); },
                .action = {}};
    std::memcpy(event.action.data(), &action, sizeof(Action));
    push(event);
  }

  /// Time of the earliest event; Time::max() when there is none.
  Time next_event() const { return heap_.empty() ? Time::max() : heap_.front().when; }

  /// Runs every event with time <= until, then sets now() to `until` (>= now()).
  void run_until(Time until) { run_until(until, std::numeric_limits<std::uint64_t>::max()); }

  /// The same, but at most `most` events. Returns how many it ran; when those are `most`, others
  /// may be due and now() is the time of the last one.
  std::uint64_t run_until(Time until, std::uint64_t most);

  std::size_t pending() const { return heap_.size(); }

 private:
  // Trivially copyable, so that heap operations are plain copies.
  struct Event {
    Time when;
    std::uint64_t order;
    void (*run)(std::byte* action);
    alignas(void*) std::array<std::byte, 2 * sizeof(void*)> action;
  };
  struct Later {
    bool operator()(const Event& a, const Event& b) const {
      return std::pair(a.when, a.order) > std::pair(b.when, b.order);
    }
  };
  void push(const Event& event);

  Time now_;
  std::uint64_t next_order_ = 0;
  std::vector<Event> heap_;
};

}  // namespace seawind
