// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/link/arq.h"

#include <algorithm>

namespace seawind {
namespace {

// A retransmission takes at least this long: a channel that corrupts everything and repeats in no
// time would keep virtual time from moving at all.
constexpr Duration kShortestRetransmission = Duration::microseconds(1);

}  // namespace

ArqDecision after_corruption(const StateParameters& state, Duration accumulated,
                             ErrorModel& errors) {
  if (state.error_handling == ErrorHandling::kDrop) return {ArqDecision::kLose, {}};
  const Duration delay = errors.retransmission_delay(state);
  if (state.error_handling == ErrorHandling::kDelay) {
    return {ArqDecision::kRetransmitForSure, delay};
  }
  const Duration next = std::max(delay, kShortestRetransmission);
  if (state.delay_drop_threshold && accumulated + next > *state.delay_drop_threshold) {
    return {ArqDecision::kLose, {}};
  }
  return {ArqDecision::kRetransmit, next};
}

}  // namespace seawind
