// SPDX-License-Identifier: GPL-3.0-or-later
// What the link layer does about a corrupted attempt (link-model section 3, error_handling).
// Emulated retransmissions take time but no capacity.
//
//  - DROP: the packet is lost at the instant of the attempt.
//  - DELAY: one delay, then the packet gets through; it is never lost and no more draws are made.
//  - DELAY_ITERATE: one delay d after another, with a new attempt after each, until an attempt
//  succeeds.
//    When accumulated + d would exceed delay_drop_threshold the packet is lost at the instant of
//    the corrupted attempt, without waiting for d. n x d + 1 ms therefore admits exactly n
//    retransmissions.
#pragma once

#include "emulator/link/error_model.h"

namespace seawind {

struct ArqDecision {
  enum Action { kLose, kRetransmit, kRetransmitForSure };
  Action action;
  Duration delay;  // until the retransmission
};

/// Decides on an attempt corrupted in `state`, `accumulated` after the packet's first attempt.
ArqDecision after_corruption(const StateParameters& state, Duration accumulated,
                             ErrorModel& errors);

}  // namespace seawind
