// SPDX-License-Identifier: GPL-3.0-or-later
// The scheduling of a relay thread: real-time priority if permitted, otherwise the best settings
// of a normal thread.
#pragma once

#include <optional>
#include <string>

namespace seawind {

struct SchedulingRequest {
  std::optional<int> realtime_priority;  // SCHED_FIFO 1..99; none: not requested
  std::optional<int> cpu;                // pin the thread to this processor
};

struct SchedulingResult {
  int realtime_priority = 0;     // 0: SCHED_FIFO was not granted
  std::string why_not_realtime;  // "switched off", or the reason of the refusal; empty: granted
  std::string description;       // "SCHED_FIFO 10", "nice -20, slice 100us", "normal"
};

/// Applies to the calling thread. Throws Error if the thread cannot be pinned to the requested
/// processor.
SchedulingResult apply_scheduling(const SchedulingRequest& wanted);

}  // namespace seawind
