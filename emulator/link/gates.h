// SPDX-License-Identifier: GPL-3.0-or-later
// Delay spikes and link outages: periods in which no transmission starts (experiments D3, D6, D9,
// D12; model 4, Delayer). Frames already on the link are not affected. One process may
// block both directions, with the same events.
//
// Spike process or outage i depends on time and seed alone, not on traffic. Free times are drawn
// from the stream "spike/<i>/interval" ("outage/<i>/interval"), blocked times from
// "spike/<i>/length" ("outage/<i>/length"), one uniform each.
//  - A spike process begins with an interval.
//  - An outage begins at `at` (link time); without `at`, after one interval; without either, at
//    once. With an interval it repeats, one interval after its end.
//
// Blocks may overlap: a direction is open when no block is in progress. A block lasts from its
// beginning until, exclusively, its end. A block of length 0 has no effect and emits no events.
//
// kBlocked and kUnblocked (code: BlockReason) are emitted for every block and every direction it
// affects, including overlapping blocks. The listener is notified after the event, at the same
// instant, from the scheduler and never from inside a call.
//
// Live change. An equal entry continues, wherever it is in the list; a changed one is that of the
// same position. For a changed, new or removed entry, a block in progress ends now, and the new
// process begins as above, counted from now. A single `at` in the past stays past; a repeated
// outage continues with its interval. Random streams continue; <i> is the number of the process
// among those of its kind, in the order in which they first appeared.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "emulator/core/scheduler.h"
#include "emulator/link/event_emitter.h"
#include "emulator/link/hop_config.h"

namespace seawind {

class BlockListener {
 public:
  virtual ~BlockListener() = default;
  /// A block begins. `outage` is null for a spike and is valid only during the call. The listener
  /// must apply its queue_loss and discard.
  virtual void block_began(Direction direction, const Outage* outage) = 0;
  /// A block has ended. Another block may still be in progress; see open_at().
  virtual void block_ended(Direction direction) = 0;
};

class Gates {
 public:
  /// The link's start is scheduler.now(). The scheduler must not run after this object is
  /// destroyed.
  Gates(const std::vector<SpikeProcess>& spikes, const std::vector<Outage>& outages,
        std::uint64_t seed, Scheduler& scheduler, LinkObserver& observer, BlockListener& listener);
  ~Gates();
  Gates(const Gates&) = delete;
  Gates& operator=(const Gates&) = delete;

  /// Returns `now` if no block is in progress, otherwise the latest end of the blocks in progress;
  /// another block may follow, so the caller must check again. `now` is scheduler.now().
  Time open_at(Direction direction, Time now) const {
    return none_ ? now : latest_end(direction, now);
  }

  /// When a packet that arrived at `arrival` is lost if it still waits: of the discarding outages
  /// in progress, the first whose `persistency` has passed since its beginning or since the
  /// arrival, whichever is later. Time::max() without such an outage.
  Time lost_at(Direction direction, Time arrival, Time now) const {
    return none_ ? Time::max() : earliest_loss(direction, arrival, now);
  }

  void reconfigure(const std::vector<SpikeProcess>& spikes, const std::vector<Outage>& outages);

 private:
  class Process;
  Time latest_end(Direction direction, Time now) const;
  Time earliest_loss(Direction direction, Time arrival, Time now) const;
  template <typename Config>
  std::vector<std::size_t> processes_for(bool outage, const std::vector<Config>& entries);
  template <typename Config>
  void replace(Process& process, const Config& config);
  void schedule(Process& process);
  std::uint64_t handle_of(const Process& process) const;
  Process* process_of(std::uint64_t handle);
  void begin(std::uint64_t handle);
  void end(std::uint64_t handle);
  void emit(Process& process, bool begins);

  std::uint64_t seed_;
  Time start_;
  Scheduler& scheduler_;
  LinkObserver& observer_;
  BlockListener& listener_;
  std::vector<Process> processes_;  // in order of first appearance; never shrinks
  bool none_ = true;                // processes_ is empty
};

}  // namespace seawind
