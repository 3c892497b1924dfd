// SPDX-License-Identifier: GPL-3.0-or-later
// The request that idle processors wake within 20 us while there are links (Linux,
// Documentation/power/pm_qos_interface.rst). Without it a processor that is idle, as it always is
// between sparse packets, enters deep idle states, from which it wakes 50 to 200 us late. A
// wake-up shorter than that of the shallowest idle state would keep idle processors in a loop, at
// the cost of power, of the clock rate of the others and, in a virtual machine, of its share of the
// host.
#pragma once

#include <mutex>
#include <string>

#include "common/fds.h"

namespace seawind {

class CpuLatency {
 public:
  /// Opens the device, for which root's rights are needed; must be called before they are dropped.
  /// The kernel withdraws the request when the process ends.
  explicit CpuLatency(const std::string& device = "/dev/cpu_dma_latency");

  /// Why the latency cannot be requested; empty: it can.
  const std::string& refused() const { return refused_; }

  // The request is in force between the first begin() and the end() that belongs to it: while at
  // least one link exists. Any thread.
  void begin() noexcept;
  void end() noexcept;

 private:
  Fd device_;
  std::string refused_;
  std::mutex mutex_;
  std::size_t links_ = 0;
};

}  // namespace seawind
