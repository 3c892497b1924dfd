// SPDX-License-Identifier: GPL-3.0-or-later
// The fidelity verdict: measured timing against the test set's limits.
#pragma once

#include <string>

#include "controller/store/store.h"
#include "controller/testset/lateness_limits.h"
#include "controller/testset/testset.pb.h"

namespace seawind {

/// A reason for an invalid attempt: packets were lost beside the link.
inline constexpr auto kInterfaceChanged = "an interface of the link went down, up or away";

struct FidelityVerdict {
  std::string
      reason;  // empty: within all limits; otherwise the values beyond their limits, joined by "; "
  bool overloaded = false;  // the relay or a sender was late, or the relay lost packets:
                            // fewer slots may help
  bool only_machine =
      false;  // only what the machine took away is beyond a limit: pauses, CPU steal
};

/// Compares `fidelity` with the limits of the repetition's case.
FidelityVerdict judge(const FidelityInfo& fidelity, const TestSet& test_set, const Case& test_case);
/// "2 of 282 packets later than 3.72ms (at most 3 may be), the largest 4.4ms (limit 20ms), 1.2 % of
/// the delay of 372ms". Below 100 ms of delay the limits are constants, and no share is given.
std::string lateness_text(const FidelityInfo& fidelity, const LatenessLimits& limits);
/// For the start of a campaign: why a machine with these pauses does not keep the limits; empty: it
/// does.
std::string beyond_text(const PauseTotals& pauses, const LatenessLimits& limits);
/// The smallest limits that a machine with these pauses keeps, not below the least defaults.
LatenessLimits kept_limits(const PauseTotals& pauses);
/// "7 pauses of 1ms and more in 5s, the largest 33ms, together 0.4 % of the time".
std::string pauses_text(const PauseTotals& pauses);

}  // namespace seawind
