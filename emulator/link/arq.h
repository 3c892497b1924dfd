// SPDX-License-Identifier: GPL-3.0-or-later
// What the link layer does about a corrupted attempt (link-model section 3, error_handling).
//
//  - DROP: the frame is lost at the instant of the attempt.
//  - DELAY: one delay, then the frame gets through; it is never lost and no more draws are made.
//  - DELAY_ITERATE: one delay d after another, with a new attempt after each, until an attempt
//    succeeds. Emulated retransmissions take time but no capacity.
//  - RETRANSMIT: after a delay d the frame is sent again on the link itself, ahead of new frames,
//    and takes its capacity; the attempt is judged at the end of that.
// Persistency, for the last two. When d would take the time since the first attempt beyond
// delay_drop_threshold (or the persistency of the frame's class instead), or when the frame has
// been repeated max_retransmissions times, whichever is first, the frame is lost at the instant of
// the corrupted attempt, without waiting for d. n x d + 1 ms therefore admits exactly n emulated
// retransmissions.
#pragma once

#include "emulator/link/error_model.h"
#include "emulator/link/frame.h"

namespace seawind {

struct ArqDecision {
  enum Action {
    kLose,
    kRetransmit,         // emulated, after `delay`
    kRetransmitForSure,  // emulated, and it gets through
    kSendAgain,          // on the link, after `delay`
  };
  Action action;
  Duration delay;
};

/// Decides on an attempt of `frame` corrupted at `now` in `state`.
ArqDecision after_corruption(const StateParameters& state, const Frame& frame, Time now,
                             ErrorModel& errors);

}  // namespace seawind
