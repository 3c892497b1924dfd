// SPDX-License-Identifier: GPL-3.0-or-later
// The attempts under way: a thread each, by slot, and those that have ended and wait to be taken.
// Used from one thread; the attempts' own threads come in by themselves.
#pragma once

#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>

#include "controller/campaign/clock.h"
#include "controller/campaign/job.h"
#include "controller/campaign/run_state.h"
#include "controller/testbed/testbed.h"

namespace seawind {

/// Runs an attempt in the calling thread; calls `begun` once its traffic has its start times, and
/// returns soon after its token is stopped.
using RunAttempt = std::function<AttemptResult(
    const Job&, int slot, const SlotAccess&, std::stop_token, const std::function<void()>& begun)>;

class RunningAttempts {
 public:
  struct Attempt {
    Job job;
    int allowed_then = 0;       // how many might run when it was begun
    CampaignClock::Time since;  // when it was begun
    std::int64_t since_unix_ns = 0;
    std::string link;       // its name at the daemon
    std::string lost;       // what the test bed said about this slot
    std::string disturbed;  // what happened to the machine's clock meanwhile
    bool unneeded = false;  // it is being broken off because nobody needs it
    std::stop_source stop;
    std::thread thread;
  };

  /// `wake`: ends a wait.
  RunningAttempts(CampaignClock& clock, const RunAttempt& run, std::stop_token wake);
  ~RunningAttempts();  // breaks off what still runs

  /// `slot` is free.
  void start(int slot, const Job& job, int allowed, SlotAccess access);
  /// At most one attempt is set up at a time; the caller sees to it.
  bool setting_up() const { return setting_up_slot().has_value(); }
  AttemptPhase phase(int slot) const;

  /// Until an attempt has ended or begun, the wait is ended, or `most` is over.
  void wait(std::chrono::milliseconds most);

  struct Finished {
    int slot;
    Attempt attempt;  // its thread has ended
    AttemptResult result;
  };
  /// The next one that has ended; its slot is free.
  std::optional<Finished> next_finished();

  /// By slot. Its entries may be marked and stopped, not removed.
  std::map<int, Attempt>& all() { return attempts_; }
  const std::map<int, Attempt>& all() const { return attempts_; }
  int size() const { return static_cast<int>(attempts_.size()); }
  bool empty() const { return attempts_.empty(); }

  /// Stops them all, waits for them and forgets them; their jobs.
  std::vector<Job> break_off();

 private:
  std::optional<int> setting_up_slot() const;
  void end_set_up();

  CampaignClock& clock_;
  const RunAttempt& run_;
  std::map<int, Attempt> attempts_;
  mutable std::mutex mutex_;  // of what follows
  std::condition_variable changed_;
  std::deque<std::pair<int, AttemptResult>> finished_;
  std::optional<int> setting_up_;
  std::stop_token wake_;
  std::stop_callback<std::function<void()>> on_wake_;
};

}  // namespace seawind
