// SPDX-License-Identifier: GPL-3.0-or-later
// The relay threads of the daemon. Each has its own links, wait, scheduling and machine pause
// watch; a link belongs to one of them for its life.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "emulator/daemon/placement.h"
#include "emulator/daemon/relay_thread.h"

namespace seawind {

/// The processor of each relay thread; none: any.
using RelayProcessors = std::vector<std::optional<int>>;

/// The number of processors that this process may use.
std::size_t usable_processors();

/// `cpus`: one for each thread, or empty; `threads` is their number then, or not set. Otherwise
/// `threads` not set is automatic: half of the `usable` processors, rounded down, at least 1, at
/// most 8. The others remain for senders and end hosts. Throws Error for more threads than
/// processors: a thread that waits for the processor of another one would take the delay for a
/// pause of the machine.
RelayProcessors plan_threads(std::optional<std::size_t> threads, const std::vector<int>& cpus,
                             std::size_t usable);

class RelayThreads {
 public:
  /// Throws Error if the set-up of a thread fails.
  RelayThreads(Clock& clock, const WaitOptions& wait, std::optional<int> realtime_priority,
               const RelayProcessors& processors, CpuLatency& cpu_latency);

  std::size_t size() const { return threads_.size(); }
  RelayThread& operator[](std::size_t number) { return *threads_[number]; }
  Placement& placement() { return placement_; }
  /// The result of the thread with the lowest real-time priority.
  const SchedulingResult& scheduling() const;
  /// The machine's pauses while there were links (worst_of()); none: a thread does not measure.
  std::optional<PauseTotals> machine_pauses() const;

 private:
  std::vector<std::unique_ptr<RelayThread>> threads_;
  Placement placement_;
};

}  // namespace seawind
