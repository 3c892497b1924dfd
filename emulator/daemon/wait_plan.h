// SPDX-License-Identifier: GPL-3.0-or-later
// The wait of a relay thread until its next event, as a pure function of time.
#pragma once

#include <algorithm>

#include "common/time.h"

namespace seawind {

struct WaitPlan {
  enum class Kind { kNone, kSleep, kSpin, kRest };
  Kind kind = Kind::kNone;
  Time until;  // kSleep: Time::max() means until a frame or command arrives

  bool operator==(const WaitPlan&) const = default;
};

/// The remaining budgets: for spinning, and for processor time in total.
struct WaitBudgets {
  Duration spin;
  Duration busy;
};

/// Duration of a rest. When the processor budget is exhausted the thread rests, even if events
/// become due: at tens of thousands of packets/s, sleeping from event to event would use as much
/// processor time as spinning. Few packets are then late by at most this time and are sent
/// together, instead of many being late by milliseconds.
inline constexpr Duration kRestTime = Duration::microseconds(60);

/// Plans to sleep until `spin_before` ahead of `next` (waking a halted processor takes tens of
/// microseconds) and to spin for the rest. If the budgets cover less than `spin_before`, the sleep
/// is longer by the difference, so that spinning ends at the event and not before it. Plans a rest
/// if the processor budget is exhausted and the event is nearer than a rest.
inline WaitPlan plan_wait(Time now, Time next, Duration spin_before, const WaitBudgets& budgets) {
  using Kind = WaitPlan::Kind;
  if (next <= now) return {Kind::kNone, now};
  if (next == Time::max()) return {Kind::kSleep, next};
  const Duration left = next - now;
  if (budgets.busy <= Duration() && left < kRestTime) return {Kind::kRest, now + kRestTime};
  const Duration spin = std::min({spin_before, budgets.spin, budgets.busy});
  if (left <= spin) return {Kind::kSpin, next};
  return {Kind::kSleep, next - spin};
}

}  // namespace seawind
