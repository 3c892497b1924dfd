// SPDX-License-Identifier: GPL-3.0-or-later
// Round trips of small datagrams between the hosts of a bed, beside other traffic.
#pragma once

#include <vector>

#include "tests/bench/relay_bench/bed.h"

namespace seawind::bench {

/// Sends a datagram of 64 bytes every 5 ms for `seconds`, which the other host answers at once.
/// Returns the round trips in microseconds; a datagram without an answer within 1 s has none.
std::vector<double> round_trips(const Bed& bed, double seconds);

}  // namespace seawind::bench
