// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/link/allocation_gate.h"

#include <algorithm>

namespace seawind {

AllocationGate::AllocationGate(std::uint64_t seed, Scheduler& scheduler, const EventEmitter& emit,
                               Progress& progress, RadioAllocation* shared)
    : scheduler_(scheduler),
      emit_(emit),
      progress_(progress),
      holds_(seed, stream_name(emit.direction(), "link_idle_timeout")),
      lengths_(seed, stream_name(emit.direction(), "allocation_delay")),
      channel_(shared == nullptr ? &own_ : shared) {}

Time AllocationGate::open_at(const StateParameters& state, Time now) {
  if (!decided_) {
    decided_ = true;
    const Duration hold = holds_.duration(state.link_idle_timeout);
    const bool gone = !channel_->last_used || now - *channel_->last_used > hold;
    Duration length;
    if (gone && state.allocation_delay)
      length = lengths_.duration(*state.allocation_delay);
    else
      lengths_.skip();
    if (length > Duration()) {
      channel_->granted_at = now + length;
      // If its frame has gone by then, the channel is idle from then on.
      channel_->last_used = channel_->granted_at;
    }
  }
  if (now < channel_->granted_at && !blocked_) {
    blocked_ = true;
    emit_.blocked(true, BlockReason::kAllocation);
    wait();
  }
  return std::max(channel_->granted_at, now);
}

void AllocationGate::wait() {
  scheduler_.at(channel_->granted_at, [this] {
    if (!blocked_) return;
    if (scheduler_.now() < channel_->granted_at) return wait();  // shares another channel by now
    unblock();
    progress_.make_progress();
  });
}

void AllocationGate::started(Time end) {
  if (blocked_) unblock();  // at the instant of the allocation, before its event
  channel_->last_used = std::max(channel_->last_used.value_or(end), end);
  decided_ = false;
}

void AllocationGate::share(RadioAllocation* shared) {
  RadioAllocation* next = shared == nullptr ? &own_ : shared;
  if (next == channel_) return;
  next->granted_at = std::max(next->granted_at, channel_->granted_at);
  next->last_used = std::max(next->last_used, channel_->last_used);
  channel_ = next;
}

void AllocationGate::unblock() {
  blocked_ = false;
  emit_.blocked(false, BlockReason::kAllocation);
}

}  // namespace seawind
