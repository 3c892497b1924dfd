// SPDX-License-Identifier: GPL-3.0-or-later
// One flow of UDP from the fixed to the mobile host of a bed, as of QUIC: datagrams of 1200 bytes,
// a window of what is not acknowledged, and acknowledgements by the receiver.
#pragma once

#include "tests/bench/relay_bench/bed.h"

namespace seawind::bench {

/// Sends for `seconds`, many datagrams a call: with segmentation offload (UDP_SEGMENT, UDP_GRO) if
/// `segmented`, else with sendmmsg() and recvmmsg(). Returns the payload that arrived after the
/// first fifth of that time, in Mbit/s. Throws Error if nothing arrives for 5 s.
double udp_mbit_per_second(const Bed& bed, double seconds, bool segmented);

}  // namespace seawind::bench
