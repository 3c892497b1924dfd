// SPDX-License-Identifier: GPL-3.0-or-later
// How the relay thread is scheduled: real-time priority where allowed, otherwise the best an
// ordinary thread can get.
#pragma once

#include <optional>
#include <string>

namespace seawind {

struct RightsWanted {
  std::optional<int> realtime_priority;  // SCHED_FIFO 1..99; none: do not ask for it
  std::optional<int> cpu;                // run on this processor alone
};

struct RightsGranted {
  int realtime_priority = 0;  // 0: SCHED_FIFO was not granted
  std::string refused;        // why not; empty when granted
  std::string description;    // "SCHED_FIFO 10", "nice -20, slice 100us", "normal"
  long timer_slack_ns = 0;
};

/// Applies to the calling thread. Throws Error when it cannot run on the wanted processor.
RightsGranted take_rights(const RightsWanted& wanted);

}  // namespace seawind
