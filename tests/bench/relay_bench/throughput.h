// SPDX-License-Identifier: GPL-3.0-or-later
// Functions shared by the sections that search for the highest rate.
#pragma once

#include "tests/bench/relay_bench/bed.h"
#include "tests/bench/relay_bench/path.h"

namespace seawind::bench {

/// Highest packets/s that was sent with at most one in 100 000 lost: unpaced first, then bisection
/// in `steps` steps of `seconds`.
double lossless_rate(const Bed& bed, std::size_t ip_bytes, double seconds, int steps);

/// The highest rate that the parameters allow, no delay, a buffer that never fills, no event log.
LinkSettings fast_link();

}  // namespace seawind::bench
