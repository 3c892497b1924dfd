// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/link/allocation_gate.h"

#include <algorithm>

namespace seawind {

AllocationGate::AllocationGate(std::uint64_t seed, Direction direction, Scheduler& scheduler,
                               LinkObserver& observer, AllocationListener& listener)
    : direction_(direction),
      scheduler_(scheduler),
      observer_(observer),
      listener_(listener),
      holds_(seed, stream_name(direction, "link_idle_timeout")),
      lengths_(seed, stream_name(direction, "allocation_delay")) {}

Time AllocationGate::open_at(const StateParameters& state, Time now) {
  if (!decided_) {
    decided_ = true;
    const Duration hold = holds_.duration(state.link_idle_timeout);
    const Duration length = lengths_.duration(state.allocation_delay.value_or(ValueConfig(0)));
    const bool gone = !last_sent_ || now - *last_sent_ > hold;
    if (!allocating_ && gone && length > Duration()) {
      allocating_ = true;
      granted_at_ = now + length;
      emit(EventKind::kBlocked);
      scheduler_.at(granted_at_, [this] {
        if (!allocating_ || scheduler_.now() < granted_at_) return;
        allocated();
        listener_.channel_allocated();
      });
    }
  }
  return allocating_ ? std::max(granted_at_, now) : now;
}

void AllocationGate::started(Time end) {
  if (allocating_) allocated();  // at the instant of the allocation, before its event
  last_sent_ = end;
  decided_ = false;
}

// The channel is allocated. If its frame has gone meanwhile, the channel is idle from now on.
void AllocationGate::allocated() {
  allocating_ = false;
  last_sent_ = scheduler_.now();
  emit(EventKind::kUnblocked);
}

void AllocationGate::emit(EventKind kind) {
  observer_.on_event({.time = scheduler_.now(),
                      .kind = kind,
                      .direction = direction_,
                      .code = static_cast<std::uint8_t>(BlockReason::kAllocation)},
                     nullptr);
}

}  // namespace seawind
