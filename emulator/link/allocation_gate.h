// SPDX-License-Identifier: GPL-3.0-or-later
// On-demand channel allocation of one direction (link-model section 3, allocation_delay and
// link_idle_timeout; section 4, Delayer of ns-2; experiments D7, D8).
//
// When a frame stands ready to be transmitted and the link has been idle for longer than a hold
// time (a draw of link_idle_timeout), the channel has gone and a new one must be allocated first:
// the frame waits for a draw of allocation_delay. Idle time counts from the end of the last
// transmission (ns-2 counts from its start). At the start of the link there is no channel. Without
// allocation_delay in the state of the moment no channel has to be allocated.
//
// The decision is made once per frame, at the first question: a frame that waits for something else
// afterwards (a spike) is not asked again, as in ns-2. One uniform of
// "<direction>/link_idle_timeout" and one of "<direction>/allocation_delay" per frame, whatever the
// parameters.
//
// kBlocked and kUnblocked with kAllocation are told at the beginning and the end of the wait; the
// listener is called next, from the scheduler.
#pragma once

#include "emulator/core/observer.h"
#include "emulator/core/scheduler.h"
#include "emulator/link/draws.h"
#include "emulator/link/hop_config.h"

namespace seawind {

class AllocationListener {
 public:
  virtual ~AllocationListener() = default;
  virtual void channel_allocated() = 0;
};

class AllocationGate {
 public:
  /// The scheduler must not run without this object.
  AllocationGate(std::uint64_t seed, Direction direction, Scheduler& scheduler,
                 LinkObserver& observer, AllocationListener& listener);
  AllocationGate(const AllocationGate&) = delete;
  AllocationGate& operator=(const AllocationGate&) = delete;

  /// A frame stands ready, nothing is being transmitted: when may it start, as far as allocation
  /// goes? `state`: the parameters at now. Asked at least once per frame before started().
  Time open_at(const StateParameters& state, Time now);
  /// The frame asked about starts and will be sent by `end`.
  void started(Time end);
  /// The frame asked about is gone (dropped by an outage, a reset): the next one decides anew, a
  /// running allocation goes on.
  void withdrawn() { decided_ = false; }

 private:
  void allocated();
  void tell(EventKind kind);

  Direction direction_;
  Scheduler& scheduler_;
  LinkObserver& observer_;
  AllocationListener& listener_;
  Draws holds_;
  Draws lengths_;
  std::optional<Time> last_sent_{};
  bool decided_ = false;
  bool allocating_ = false;
  Time granted_at_;
};

}  // namespace seawind
