// SPDX-License-Identifier: GPL-3.0-or-later
// Estimates the duration and disk use of one repetition of a case from sizes and rates alone.
//
// Flows are modelled as fluids. Datagram flows take their rate first; the other flows of a
// direction share the rest of its mean rate (mean_rate.h) equally. The timeline's changes and
// outages take effect at their instants. Every TCP connection takes two additional round trips.
// A program counts as a TCP connection that sends for its duration.
// Losses and time-outs of TCP are not modelled, so the typical value is too short on a bad link.
// (The reference campaign, W1: 97.2 s on e0, measured 97.4 s; 111 s on r4, measured 111 to 116 s.)
#pragma once

#include "controller/estimate/range.h"
#include "controller/testset/testset.pb.h"

namespace seawind {

/// Time to set up both hosts and the generators, which attempts do one after the other.
inline constexpr double kSetUpSeconds = 0.25;

struct AttemptEstimate {
  Range seconds;          // least: no warm-up; typical: mean starts; most: the time-out
  Range bytes;            // logs of the link and of the generators
  bool programs = false;  // the workload has `command` flows: bytes.typical is what is written if
                          // they fill the link for their duration, bytes.least if they send nothing
};

AttemptEstimate estimate_attempt(const TestSet& test_set, const Case& test_case);

}  // namespace seawind
