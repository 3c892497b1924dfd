// SPDX-License-Identifier: GPL-3.0-or-later
// A minimal libpcap relay for comparison. It reads packets from two interfaces with libpcap in
// immediate mode, delays them by a constant measured from the kernel's stamp, and sends them with
// pcap_inject. It has no link model, no queue limits, no control interface and no log. The
// difference of the daemon's cost from this relay's is the cost of the emulation.
#pragma once

#include <cstdint>
#include <string>

namespace seawind::bench {

struct BareRelayOptions {
  std::string fixed_interface, mobile_interface;  // in the current namespace
  std::int64_t delay_ns = 0;                      // 0: forward at once
  bool realtime = false;                          // SCHED_FIFO
  int cpu = -1;                                   // the only processor it may use; -1: any
  double seconds = 0;                             // then the relay ends
};

/// Relays until SIGTERM or the time is over. Writes "ready\n" to stdout when the ports are open.
void run_bare_relay(const BareRelayOptions& options);

}  // namespace seawind::bench
