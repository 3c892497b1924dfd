// SPDX-License-Identifier: GPL-3.0-or-later
// One TCP flow from the fixed to the mobile host of a bed, through the hosts' own stacks.
#pragma once

#include "tests/bench/relay_bench/bed.h"

namespace seawind::bench {

/// Sends for `seconds`. Returns the payload that arrived after the first fifth of that time, in
/// Mbit/s. Throws Error if no connection is established within 5 s.
double tcp_mbit_per_second(const Bed& bed, double seconds);

}  // namespace seawind::bench
