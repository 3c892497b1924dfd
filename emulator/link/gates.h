// SPDX-License-Identifier: GPL-3.0-or-later
// Delay spikes and link outages: times in which no transmission starts (experiments D3, D6, D9,
// D12; link-model section 4, Delayer). What is on the link already is not affected. One process may
// block both directions, by the same event.
//
// Every spike process and outage i runs in time, from the seed alone, whatever the traffic: free
// times from the stream "spike/<i>/interval" ("outage/<i>/interval"), blocked times from
// "spike/<i>/length" ("outage/<i>/length"), one uniform each.
//  - A spike process begins with an interval.
//  - An outage begins at `at` (link time), without `at` after one interval, with neither at once;
//    with an interval it comes again, one interval after its end.
// Several may overlap: a direction is open when none blocks it. A direction is closed from the
// instant a block begins until, exclusively, the instant it ends. A block of length 0 is none.
//
// kBlocked and kUnblocked (code: BlockReason) are told for every block and every direction it
// affects, overlapping ones too. The listener is told next, at the same instant, from the scheduler
// (never from inside a call).
//
// Live change. An entry (by its place in the list) that is equal goes on undisturbed. A changed,
// new or removed one: a running block ends now, and the new one begins as above, counted from now;
// a single `at` that is past stays past, a repeated one goes on with its interval. Streams go on
// where they were.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "emulator/core/observer.h"
#include "emulator/core/scheduler.h"
#include "emulator/link/draws.h"
#include "emulator/link/hop_config.h"

namespace seawind {

class GateListener {
 public:
  virtual ~GateListener() = default;
  /// A block begins. `outage` is null for a spike, and valid during the call: its queue_loss and
  /// discard are the listener's to carry out.
  virtual void gate_closed(Direction direction, const Outage* outage) = 0;
  /// A block has ended; the direction may still be blocked by another: ask.
  virtual void gate_opened(Direction direction) = 0;
};

class Gates {
 public:
  /// The link starts at scheduler.now(). The scheduler must not run without this object.
  Gates(const std::vector<SpikeProcess>& spikes, const std::vector<Outage>& outages,
        std::uint64_t seed, Scheduler& scheduler, LinkObserver& observer, GateListener& listener);
  ~Gates();
  Gates(const Gates&) = delete;
  Gates& operator=(const Gates&) = delete;

  /// `now` when nothing blocks the direction at `now`, else the latest end of what blocks it now
  /// (a further block may follow: ask again). `now` is scheduler.now().
  Time open_at(Direction direction, Time now) const;

  /// How long packets may wait in this direction now before they are lost: the smallest persistency
  /// of the discarding outages that last; none: for ever.
  std::optional<Duration> persistency(Direction direction, Time now) const;

  void reconfigure(const std::vector<SpikeProcess>& spikes, const std::vector<Outage>& outages);

 private:
  class Process;
  Process& process_at(bool outage, std::size_t place);
  template <typename Config>
  void replace(Process& process, const Config& config);
  void schedule(Process& process);
  std::uint64_t word_of(const Process& process) const;
  Process* process_of(std::uint64_t word);
  void begin(std::uint64_t word);
  void end(std::uint64_t word);
  void tell(Process& process, EventKind kind);

  std::uint64_t seed_;
  Time start_;
  Scheduler& scheduler_;
  LinkObserver& observer_;
  GateListener& listener_;
  std::vector<Process> processes_;  // as they first came up; never fewer
};

}  // namespace seawind
