// SPDX-License-Identifier: GPL-3.0-or-later
// The comparator: the least a libpcap relay can be. It takes what comes in on two interfaces with
// libpcap in immediate mode, holds it for a constant delay counted from the kernel's stamp, and
// hands it to pcap_inject. No link model, no queue limits, no control, no log: what the daemon
// costs more than this is the price of the emulation.
#pragma once

#include <cstdint>
#include <string>

namespace seawind::bench {

struct BareRelayOptions {
  std::string fixed_interface, mobile_interface;  // in the current namespace
  std::int64_t delay_ns = 0;                      // 0: forward at once
  bool realtime = false;                          // SCHED_FIFO
  int cpu = -1;                                   // the only processor it may use; -1: any
  double seconds = 0;                             // ends by itself after that
};

/// Relays until SIGTERM or the time is over. Writes "ready\n" to stdout when the ports are open.
void run_bare_relay(const BareRelayOptions& options);

}  // namespace seawind::bench
