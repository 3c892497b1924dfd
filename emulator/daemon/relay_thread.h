// SPDX-License-Identifier: GPL-3.0-or-later
// The relay thread: turns, waits, and carries out commands between turns.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <thread>

#include "emulator/daemon/relay.h"
#include "emulator/daemon/thread_rights.h"
#include "emulator/daemon/waiter.h"

namespace seawind {

class RelayThread {
 public:
  /// Starts the thread; throws Error when it cannot be set up.
  RelayThread(Clock& clock, const WaitOptions& wait, const RightsWanted& rights);
  ~RelayThread();  // every link must have been removed

  const RightsGranted& rights() const { return rights_; }
  std::uint64_t stalls() const { return waiter_.stalls(); }

  // Each of these is carried out between two turns; the caller waits for it. From any other thread.
  /// Throws Error, and leaves the link the caller's, when its ports cannot be waited for.
  ClockSample add(RelayLink& link);
  /// Afterwards the link is the caller's again. The snapshot is taken in the same instant.
  LinkSnapshot remove(RelayLink& link);
  /// Returns the instant, in the link's time. What is expensive about the change is done by the
  /// caller's thread, before and after.
  Duration reconfigure(RelayLink& link, HopConfig config);
  LinkSnapshot snapshot(RelayLink& link);

 private:
  struct Command {
    std::function<void()> run;
    std::atomic<bool> done{false};
    Command* next = nullptr;
    std::shared_ptr<Command> self;  // until the relay thread is through with it
  };
  void execute(std::function<void()> what);
  void run_commands();
  void loop();

  static constexpr int kCommandsATurn = 8;  // many callers at once must not keep packets waiting

  Clock& clock_;
  Waiter waiter_;
  Relay relay_;
  RightsGranted rights_;
  std::atomic<Command*> commands_{nullptr};  // newest first
  Command* oldest_ = nullptr;                // taken from there, not run yet
  Command** last_ = &oldest_;                // where the next one is appended
  bool stop_ = false;                        // of the relay thread
  std::thread thread_;
};

}  // namespace seawind
