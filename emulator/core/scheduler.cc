// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/core/scheduler.h"

namespace seawind {

void Scheduler::push(const Event& event) {
  heap_.push_back(event);
  std::push_heap(heap_.begin(), heap_.end(), Later{});
}

std::uint64_t Scheduler::run_until(Time until, std::uint64_t most) {
  assert(until >= now_);
  std::uint64_t ran = 0;
  for (; !heap_.empty() && heap_.front().when <= until; ++ran) {
    if (ran == most) return ran;
    std::pop_heap(heap_.begin(), heap_.end(), Later{});
    Event event = heap_.back();  // a copy: the action may schedule and reallocate heap_
    heap_.pop_back();
    now_ = event.when;
    event.run(event.action.data());
  }
  now_ = std::max(now_, until);
  return ran;
}

}  // namespace seawind
