// SPDX-License-Identifier: GPL-3.0-or-later
// What the relay does until its next event: a pure function of time.
#pragma once

#include <algorithm>

#include "common/time.h"

namespace seawind {

struct WaitPlan {
  enum class Kind { kNone, kSleep, kSpin };
  Kind kind = Kind::kNone;
  Time until;  // sleep: Time::max() means until something arrives

  bool operator==(const WaitPlan&) const = default;
};

/// Sleeps until `spin_before` ahead of `next` (waking a halted processor takes tens of
/// microseconds) and spins the rest, as far as `budget` goes: with less than the rest it sleeps
/// until only that much is left, so that spinning ends at the event and not short of it.
inline WaitPlan plan_wait(Time now, Time next, Duration spin_before, Duration budget) {
  using Kind = WaitPlan::Kind;
  if (next <= now) return {Kind::kNone, now};
  if (next == Time::max()) return {Kind::kSleep, next};
  const Duration left = next - now;
  const Duration spin = std::min(spin_before, budget);
  if (left <= spin) return {Kind::kSpin, next};
  return {Kind::kSleep, next - spin};
}

}  // namespace seawind
