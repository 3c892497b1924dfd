// SPDX-License-Identifier: GPL-3.0-or-later
// How long one repetition of a case takes and what it leaves on disk, from sizes and rates alone.
//
// Flows are fluids: those of a direction share its mean rate (mean_rate.h) equally, datagram flows
// take theirs first, and the timeline's changes and outages hold from their instants on. Every TCP
// connection takes two round trips besides. Losses and time-outs of TCP are not modelled, so what
// is typical here is rather too short on a bad link. (The reference campaign, W1: 97.2 s on e0,
// measured 97.4 s; 111 s on r4, measured 111 to 116 s.)
#pragma once

#include "controller/estimate/range.h"
#include "controller/testset/testset.pb.h"

namespace seawind {

/// Setting up both hosts and the generators; one attempt after the other.
inline constexpr double kSetUpSeconds = 0.25;

struct AttemptEstimate {
  Range seconds;  // least: no warm-up; typical: starts in the middle; most: the time-out
  Range bytes;    // logs of the link and of the generators
};

AttemptEstimate estimate_attempt(const TestSet& test_set, const Case& test_case);

}  // namespace seawind
