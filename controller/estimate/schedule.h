// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

namespace seawind {

/// Duration of a campaign in seconds, given the seconds of an attempt for each case. Attempts run
/// repetition by repetition over all cases, `slots` at a time; their first `set_up` seconds do not
/// overlap. For more than kMaxSimulated runs it is the total time of the attempts divided by
/// `slots`.
double campaign_seconds(const std::vector<double>& attempt, std::int64_t repetitions, int slots,
                        double set_up);

inline constexpr std::int64_t kMaxSimulated = 200'000;

}  // namespace seawind
