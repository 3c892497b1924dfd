// SPDX-License-Identifier: GPL-3.0-or-later
// How long the machine itself keeps a thread from running: the control of the search for stalls.
#pragma once

namespace seawind::bench {

struct Pauses {
  double largest_us = 0;
  int long_ones = 0;  // over 2 ms, the same bound as for late packets
};

/// Keeps one thread of normal priority busy on every processor for `seconds`, and measures the gaps
/// between its clock readings. The threads do not keep other processes from running. A gap is a
/// pause by the kernel, the hypervisor or another process, which would also delay any relay.
Pauses measure_pauses(double seconds);

}  // namespace seawind::bench
