// SPDX-License-Identifier: GPL-3.0-or-later
// Measures the pauses of a machine: a thread at real-time priority sleeps to instants 4 ms apart
// and notes how much later it runs; for a second after a pause, 1 ms apart. It needs no processor
// of its own; a wake-up takes 2 to 25 us (docs/performance.md), so that the thread uses less than
// 1 % of a processor, for that second at most 2.5 %. It sees every pause of 4.25 ms and more of its
// processor, for that second every one of 1.25 ms and more, and of the shorter ones, those during
// which it had to run.
#pragma once

#include <atomic>
#include <functional>
#include <string>
#include <thread>

#include "common/pauses.h"

namespace seawind {

class PauseWatch {
 public:
  static constexpr Duration kPeriod = Duration::milliseconds(4);
  /// After a pause of Pauses::kCounted others follow as a rule, of which each may delay packets.
  static constexpr Duration kClosePeriod = Duration::milliseconds(1);
  static constexpr Duration kClose = Duration::seconds(1);

  /// Starts the thread with SCHED_FIFO `priority` (1 to 99). `processor`: the processor to watch;
  /// called at every look, since the watched thread may move. Without the right to the priority the
  /// thread ends and refused() has the reason. The watch is idle until begin().
  PauseWatch(int priority, std::function<int()> processor);
  ~PauseWatch();
  PauseWatch(const PauseWatch&) = delete;
  PauseWatch& operator=(const PauseWatch&) = delete;

  /// Why nothing is measured; empty: it is.
  const std::string& refused() const { return refused_; }
  /// The thread runs while more calls of begin() than of end() were made. Thread-safe.
  void begin();
  void end();
  const Pauses& pauses() const { return pauses_; }

 private:
  void loop();
  void follow();

  std::function<int()> processor_;
  int pinned_ = -1;
  std::string refused_;
  Pauses pauses_;
  std::atomic<int> users_{0};
  std::atomic<bool> stop_{false};
  std::thread thread_;
};

}  // namespace seawind
