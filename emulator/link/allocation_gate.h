// SPDX-License-Identifier: GPL-3.0-or-later
// On-demand channel allocation of one direction (model 3, allocation_delay and
// link_idle_timeout; section 4, Delayer of ns-2; experiments D7, D8).
//
// The gate draws a hold time from link_idle_timeout when a frame is ready to be transmitted. If the
// link has been idle for longer than the hold time, the channel was released and a new one must be
// allocated: the frame waits for a draw of allocation_delay. Idle time counts from the end of the
// last transmission (in ns-2, from its start). The link starts without a channel. A state without
// allocation_delay needs no allocation.
//
// The gate decides once per frame, at the first call of open_at(). A frame that afterwards waits
// for another reason (a spike) keeps that decision, as in ns-2, unless these parameters change
// meanwhile. Each decision consumes one uniform of "<direction>/link_idle_timeout" and one of
// "<direction>/allocation_delay", whatever the parameters.
//
// The gate emits kBlocked and kUnblocked with kAllocation at the beginning and the end of the wait.
// It then calls Progress::make_progress() from a scheduler event.
//
// Two gates may share one channel (shared_allocation): a phone has one radio connection. The frame
// that is ready first after the idle time, of either direction, starts the allocation; the other
// direction waits for the same instant; transmissions of both keep the channel. Each gate still
// decides by draws of its own direction, whose distributions are equal.
#pragma once

#include "emulator/core/scheduler.h"
#include "emulator/link/draws.h"
#include "emulator/link/event_emitter.h"
#include "emulator/link/hop_config.h"
#include "emulator/link/progress.h"

namespace seawind {

/// The channel that a gate allocates.
struct RadioAllocation {
  Time granted_at;                  // end of the latest allocation; may be later than now
  std::optional<Time> last_used{};  // end of the last transmission or allocation; none: never
};

class AllocationGate {
 public:
  /// The scheduler must not run after this object is destroyed. `shared` is the channel of both
  /// directions and outlives the gate; null: the gate has its own.
  AllocationGate(std::uint64_t seed, Scheduler& scheduler, const EventEmitter& emit,
                 Progress& progress, RadioAllocation* shared);
  AllocationGate(const AllocationGate&) = delete;
  AllocationGate& operator=(const AllocationGate&) = delete;

  /// Returns the earliest start that allocation permits for the ready frame, while nothing is being
  /// transmitted. `state` holds the parameters at `now`. Called at least once per frame before
  /// started().
  Time open_at(const StateParameters& state, Time now);
  /// The end of the allocation in progress, or an earlier instant.
  Time granted_at() const { return channel_->granted_at; }
  /// The ready frame starts; its transmission ends at `end`.
  void started(Time end);
  /// The next open_at() decides: the ready frame is gone (dropped by an outage or a reset), or the
  /// parameters by which it waits have changed. An allocation in progress continues.
  void decide_again() { decided_ = false; }
  /// Changes to the shared channel, or with null to its own, which takes the later of the times of
  /// both. An allocation in progress continues.
  void share(RadioAllocation* shared);

 private:
  void wait();
  void unblock();

  Scheduler& scheduler_;
  const EventEmitter& emit_;
  Progress& progress_;
  Draws holds_;
  Draws lengths_;
  RadioAllocation own_{};
  RadioAllocation* channel_;
  bool decided_ = false;
  bool blocked_ = false;  // kBlocked was emitted and kUnblocked was not
};

}  // namespace seawind
