// SPDX-License-Identifier: GPL-3.0-or-later
// Waits for frames, commands or the next event: sleeps, then spins within the budget. Rests if the
// thread has used its share of the processor (wait_plan.h).
#pragma once

#include <sys/epoll.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "common/fds.h"
#include "common/pauses.h"
#include "common/time.h"
#include "emulator/daemon/clock.h"
#include "emulator/daemon/relay.h"
#include "emulator/daemon/time_budget.h"
#include "emulator/daemon/wake_lead.h"

namespace seawind {

struct WaitOptions {
  std::optional<Duration> spin_before;  // none: learned (wake_lead.h)
  double max_spin_fraction = 0.6;
};

class Waiter {
 public:
  Waiter(Clock& clock, const WaitOptions& options);

  /// Frames at this port end a wait until remove(). Called by the waiting thread, between waits.
  void add(RelayLink& link, Direction direction);
  void remove(RelayLink& link, Direction direction);
  /// Ends the current wait or the next one. Thread-safe.
  void wake();

  struct Woken {
    std::span<const ReadyPort> ready;
    bool all_reported;  // every port not in `ready` was empty
  };
  /// Returns at `next` (CLOCK_MONOTONIC), when a port has frames, or after wake(). Frames and
  /// wake() do not end a rest, nor the sleep before an event that is within `lookahead` and at most
  /// 125 us ahead. After a long sleep it calls `warm` when the spin before `next` begins.
  /// `lookahead`: frames that arrive from now on have no effect outside before this time has
  /// passed.
  Woken wait(Time next, Duration lookahead, const std::function<void()>& warm);

  /// Number of times the thread was kept from running for more than 5 ms beyond the end of its
  /// wait, or while it could have run.
  std::uint64_t stalls() const { return stalls_.load(std::memory_order_relaxed); }
  /// The times for which it was kept from running while it waited.
  const Pauses& pauses() const { return pauses_; }

 private:
  int sleep(Time until);
  int spin(Time until, Time now);
  int poll(const timespec* time_out);
  bool may_have_frames() const;
  int sleep_through(Time until);  // not ended by arriving frames
  void account(Time now);
  void note_gap(Time due, Time now);
  void note_turn(Time now);
  Woken woken(int events);

  Clock& clock_;
  WakeLead lead_;
  TimeBudget spin_budget_;
  TimeBudget busy_budget_;  // spinning, work and wake-ups together
  Time last_;               // the present instant, as last read
  Time charged_;            // time until which processor time is charged
  Duration used_;           // processor time of the thread until charged_
  std::atomic<std::uint64_t> stalls_{0};
  Pauses pauses_;
  std::vector<const Port*> ports_;  // those in epoll_
  Fd epoll_;
  Fd wake_;
  std::array<epoll_event, 256> events_;
  std::array<ReadyPort, 256> ready_;
};

}  // namespace seawind
