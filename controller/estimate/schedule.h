// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

namespace seawind {

/// Seconds a campaign takes whose cases' attempts take `attempt` seconds each: repetition by
/// repetition over all cases, `slots` at a time, of whose attempts the first `set_up` seconds do
/// not overlap. Beyond kMostSimulated runs: the work divided by the slots.
double campaign_seconds(const std::vector<double>& attempt, std::int64_t repetitions, int slots,
                        double set_up);

inline constexpr std::int64_t kMostSimulated = 200'000;

}  // namespace seawind
