// SPDX-License-Identifier: GPL-3.0-or-later
// The reaction of the link layer to a corrupted attempt (model 3, error_handling).
//
//  - DROP: the frame is lost at the instant of the attempt.
//  - DELAY: the frame gets through after one delay, without further draws; it is never lost.
//  - DELAY_ITERATE: a new attempt after each delay d, until one succeeds. These emulated
//    retransmissions take time but no capacity.
//  - RETRANSMIT: after a delay d the frame is transmitted again on the link, ahead of new frames.
//    The retransmission takes capacity; the attempt is judged at its end.
//
// Persistency applies to DELAY_ITERATE and RETRANSMIT. The frame is lost at the instant of the
// corrupted attempt, without waiting for d, in two cases: d would take the time since the first
// attempt beyond delay_drop_threshold (or beyond the persistency of the frame's class), or the
// frame has been repeated max_retransmissions times. A threshold of n x d + 1 ms therefore admits
// exactly n emulated retransmissions. With RETRANSMIT the frame is lost, too, at the instant at
// which it could be transmitted again, if that is too late: it has waited for other frames, the
// rate or an outage.
#pragma once

#include "emulator/link/error_model.h"
#include "emulator/link/frame.h"

namespace seawind {

struct ArqDecision {
  enum Action {
    kLose,
    kEmulated,         // repeated after `delay`, without the link's capacity
    kEmulatedCertain,  // the same; the attempt succeeds
    kOnLink,           // transmitted on the link again, after `delay`
  };
  Action action;
  Duration delay;
};

/// Whether a retransmission of `frame` that begins at `at` would be beyond its persistency.
bool begins_too_late(const StateParameters& state, const Frame& frame, Time at);

/// Decides on an attempt of `frame` that was corrupted at `now` in `state`.
ArqDecision after_corruption(const StateParameters& state, const Frame& frame, Time now,
                             ErrorModel& errors);

}  // namespace seawind
