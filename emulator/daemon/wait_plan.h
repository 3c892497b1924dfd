// SPDX-License-Identifier: GPL-3.0-or-later
// What the relay does until its next event: a pure function of time.
#pragma once

#include <algorithm>

#include "common/time.h"

namespace seawind {

struct WaitPlan {
  enum class Kind { kNone, kSleep, kSpin, kRest };
  Kind kind = Kind::kNone;
  Time until;  // sleep: Time::max() means until something arrives

  bool operator==(const WaitPlan&) const = default;
};

/// What may still be spent: on spinning, and of the processor altogether.
struct WaitBudgets {
  Duration spin;
  Duration busy;
};

/// With the processor's share used up a thread rests for this long, whatever is due meanwhile: at
/// tens of thousands of packets/s sleeping from event to event would cost what spinning does. So a
/// few are late by at most this, and then done in one go, instead of many by milliseconds.
inline constexpr Duration kRest = Duration::microseconds(60);

/// Sleeps until `spin_before` ahead of `next` (waking a halted processor takes tens of
/// microseconds) and spins the rest, as far as `budgets` go: with less than the rest it sleeps
/// until only that much is left, so that spinning ends at the event and not short of it. Rests when
/// nothing of the processor is left and the event is nearer than a rest.
inline WaitPlan plan_wait(Time now, Time next, Duration spin_before, const WaitBudgets& budgets) {
  using Kind = WaitPlan::Kind;
  if (next <= now) return {Kind::kNone, now};
  if (next == Time::max()) return {Kind::kSleep, next};
  const Duration left = next - now;
  if (budgets.busy <= Duration() && left < kRest) return {Kind::kRest, now + kRest};
  const Duration spin = std::min({spin_before, budgets.spin, budgets.busy});
  if (left <= spin) return {Kind::kSpin, next};
  return {Kind::kSleep, next - spin};
}

}  // namespace seawind
