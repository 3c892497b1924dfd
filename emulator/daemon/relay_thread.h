// SPDX-License-Identifier: GPL-3.0-or-later
// A relay thread: runs turns, waits, and executes commands between turns.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <thread>

#include "common/pause_watch.h"
#include "emulator/daemon/cpu_latency.h"
#include "emulator/daemon/lateness.h"
#include "emulator/daemon/relay.h"
#include "emulator/daemon/thread_scheduling.h"
#include "emulator/daemon/waiter.h"

namespace seawind {

class RelayThread {
 public:
  /// Starts the thread; throws Error if the set-up fails.
  RelayThread(Clock& clock, const WaitOptions& wait, const SchedulingRequest& scheduling,
              CpuLatency& cpu_latency);
  ~RelayThread();  // all links must have been removed

  const SchedulingResult& scheduling() const { return scheduling_; }
  std::uint64_t stalls() const { return waiter_.stalls(); }
  /// The machine's pauses while there are links; null: no thread may run above the relay. Then a
  /// late wake-up of the relay does not prove a pause either.
  const Pauses* machine_pauses() const { return watch_ ? &watch_->pauses() : nullptr; }
  PauseEvidence pauses() const {
    return watch_ ? PauseEvidence{&watch_->pauses(), &waiter_.pauses()} : PauseEvidence{};
  }

  /// Links of this thread take their packets from here.
  PacketPool& packets() { return relay_.packets(); }

  // The following functions execute between two turns; the caller blocks until then. They must not
  // be called on the relay thread.
  /// Throws Error if the link's ports cannot be polled; the caller then keeps the link.
  ClockSample add(RelayLink& link);
  /// Returns ownership of the link to the caller, with a snapshot of the same instant.
  LinkSnapshot remove(RelayLink& link);
  /// Returns the instant of the change in link time; nothing if the condition does not hold then.
  /// The caller's thread does the expensive parts, before and after the change.
  std::optional<Duration> reconfigure(RelayLink& link, HopConfig config,
                                      const ChangeCondition& condition);
  LinkSnapshot snapshot(RelayLink& link);

 private:
  struct Command {
    std::function<void()> run;
    std::atomic<bool> done{false};
    Command* next = nullptr;
    std::shared_ptr<Command> self;  // keeps the command until the relay thread has finished with it
  };
  void execute(std::function<void()> what);
  void run_commands();
  void end();
  void loop();

  static constexpr int kCommandsATurn = 8;  // per turn; bounds the delay of packets by concurrent
                                            // callers

  Clock& clock_;
  CpuLatency& cpu_latency_;
  Waiter waiter_;
  Relay relay_;
  SchedulingResult scheduling_;
  std::atomic<Command*> commands_{nullptr};  // newest first
  Command* oldest_ = nullptr;                // taken from commands_, not executed yet
  Command** last_ = &oldest_;                // where the next command is appended
  bool stop_ = false;                        // used by the relay thread only
  std::atomic<int> processor_{-1};           // the one on which the relay last ran
  std::thread thread_;
  std::optional<PauseWatch> watch_;  // last: ends before the rest
};

}  // namespace seawind
