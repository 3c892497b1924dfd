// SPDX-License-Identifier: GPL-3.0-or-later
// The TCP throughput equation of RFC 5348, 3.1 (b = 1, t_RTO = 4 R), and its inverse. Rates in
// bytes per second, times in seconds.
#pragma once

namespace seawind {

/// Rate of packets of `size` bytes at round-trip time `rtt` and loss event rate `p` (0 < p <= 1).
double tfrc_rate(double size, double rtt, double p);
/// The loss event rate at which the equation gives `rate`; between 1e-8 and 1.
double tfrc_loss_rate(double size, double rtt, double rate);

}  // namespace seawind
