// SPDX-License-Identifier: GPL-3.0-or-later
// Measures the pauses of a machine: a thread at real-time priority sleeps to instants 4 ms apart
// (1 ms for a second after a pause) and records how much later it runs. It needs no processor of
// its own: a wake-up takes 2 to 25 us (docs/performance.md), so that the thread uses less than 1 %
// of a processor, for that second at most 2.5 %. It detects every pause of its processor of 4.25 ms
// and more, for that second every one of 1.25 ms and more; shorter pauses only if it had to run
// during them.
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
  /// A pause of Pauses::kCounted is usually followed by others, each of which may delay packets.
  static constexpr Duration kClosePeriod = Duration::milliseconds(1);
  static constexpr Duration kClose = Duration::seconds(1);

  /// Starts the thread with SCHED_FIFO `priority` (1 to 99). `processor`: the processor to watch;
  /// called in every period, since the watched thread may move. Without the right to the priority
  /// the thread ends and refused() has the reason. The watch is idle until begin().
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
