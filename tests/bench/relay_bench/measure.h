// SPDX-License-Identifier: GPL-3.0-or-later
// One measurement of lateness: probes through a path, stamped by the kernel at both ends.
#pragma once

#include <cstdint>
#include <optional>

#include "tests/bench/relay_bench/path.h"
#include "tests/bench/relay_bench/plan.h"

namespace seawind::bench {

struct Probing {
  std::size_t ip_bytes = 576;
  double rate = 200;  // packets/s over all links
  double seconds = 1;
  bool busy = false;  // beside one process that keeps a core busy
};

struct Measured {
  Lateness outside;                    // measured at the hosts
  std::optional<DaemonReport> inside;  // the daemon's report; not set by measure_over
  double sending_rate = 0;             // packets/s that left the sender
  double relay_cores = 0;              // CPU seconds per second while probes were sent
  double steal_ms = 0;
  Usage after;  // resources of the relay at the end
};

/// Runs the probes through `path`. A run during which the wall clock was stepped, or in which the
/// bench's own ring overflowed, throws UnusableRun.
Measured measure_over(Path& path, const Bed& bed, const Probing& probing);

/// The same through a fresh relay of that kind, with the daemon's report. An unusable run is
/// repeated with a new relay (three times at the most).
Measured measure(const RelayKind& kind, const Bed& bed, const LinkSettings& settings,
                 const Probing& probing, const std::string& daemon_program);

/// A link that does nothing but wait 20 ms: 10 Gbit/s, so that 576 bytes take 0.46 us (subtracted).
LinkSettings delay_link();

}  // namespace seawind::bench
