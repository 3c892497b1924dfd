// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/link/arq.h"

#include <algorithm>

namespace seawind {
namespace {

// Minimum duration of an emulated retransmission. Without it, a channel that corrupts every attempt
// and repeats without delay would stop virtual time.
constexpr Duration kShortestRetransmission = Duration::microseconds(1);

std::optional<Duration> threshold(const StateParameters& state, const Frame& frame) {
  if (frame.persistency != nullptr) return frame.persistency->persistency;
  return state.delay_drop_threshold;
}

}  // namespace

bool begins_too_late(const StateParameters& state, const Frame& frame, Time at) {
  const auto limit = threshold(state, frame);
  return limit && at - frame.first_attempt > *limit;
}

ArqDecision after_corruption(const StateParameters& state, const Frame& frame, Time now,
                             ErrorModel& errors) {
  if (state.error_handling == ErrorHandling::kDrop) return {ArqDecision::kLose, {}};
  Duration delay = errors.retransmission_delay(state);
  if (state.error_handling == ErrorHandling::kDelay) {
    return {ArqDecision::kEmulatedCertain, delay};
  }
  const bool emulated = state.error_handling == ErrorHandling::kDelayIterate;
  if (emulated) delay = std::max(delay, kShortestRetransmission);
  if (begins_too_late(state, frame, now + delay)) return {ArqDecision::kLose, {}};
  if (state.max_retransmissions && frame.attempt > *state.max_retransmissions) {
    return {ArqDecision::kLose, {}};
  }
  return {emulated ? ArqDecision::kEmulated : ArqDecision::kOnLink, delay};
}

}  // namespace seawind
