// SPDX-License-Identifier: GPL-3.0-or-later
// How late packets may leave a case's link: the test set's limits, or else shares of the link's
// delay (docs/reference/testset.md, Fidelity).
#pragma once

#include <cstdint>

#include "controller/testset/testset.pb.h"

namespace seawind {

/// The default limits are the delay divided by these: 1 % and 5 %.
inline constexpr std::int64_t kLatenessP999Divisor = 100;
inline constexpr std::int64_t kLatenessMaxDivisor = 20;
/// The smallest default limits, in nanoseconds.
inline constexpr std::int64_t kLeastP999 = 1'000'000;
inline constexpr std::int64_t kLeastLargest = 20'000'000;

/// Times in nanoseconds.
struct LatenessLimits {
  /// The smaller of the two directions: mean propagation delay plus the transmission of one packet
  /// of the MTU at the nominal rate; the smallest over the channel's states and the timeline.
  std::int64_t delay = 0;
  std::int64_t p999 = 0;     // lateness_p999; default: 1 % of `delay`, at least 1 ms
  std::int64_t largest = 0;  // lateness_max; default: 5 % of `delay`, at least 20 ms and `p999`
};

/// `changed_by_hand`: the link had other delays than those of the case, so that default limits are
/// the smallest ones.
LatenessLimits lateness_limits(const TestSet& test_set, const Case& test_case,
                               bool changed_by_hand = false);
/// The smallest of each value over the plan's cases.
LatenessLimits smallest_lateness_limits(const Plan& plan);

/// Number of `releases` that may be later than `p999`: 0.1 %. A quantile of few packets depends on
/// single packets, so that up to ten, and at most 1 % rounded up, may be late in any case.
std::uint64_t allowed_late(std::uint64_t releases);

}  // namespace seawind
