// SPDX-License-Identifier: GPL-3.0-or-later
// How long the machine itself keeps a thread from running: the control of the search for stalls.
#pragma once

namespace seawind::bench {

struct Pauses {
  double largest_us = 0;
  int long_ones = 0;  // over 2 ms, the same bound as for late packets
};

/// Keeps one thread of normal priority busy on every processor for `seconds` and looks at the gaps
/// in its clock readings. Nobody else is kept from running for long: what pauses these threads is
/// the kernel, the hypervisor, or another process, whatever a relay does.
Pauses measure_pauses(double seconds);

}  // namespace seawind::bench
