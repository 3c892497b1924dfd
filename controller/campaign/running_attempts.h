// SPDX-License-Identifier: GPL-3.0-or-later
// The running attempts, one thread each, by slot, and the finished ones that wait for
// next_finished(). All methods are called from one thread; the attempts' threads use internal state
// under the mutex.
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

/// Runs an attempt in the calling thread. Must call `begun` once its traffic has its start times,
/// and return soon after its token is stopped.
using RunAttempt = std::function<AttemptResult(
    const Job&, int slot, const SlotAccess&, std::stop_token, const std::function<void()>& begun)>;

class RunningAttempts {
 public:
  struct Attempt {
    Job job;
    int allowed_then = 0;       // the limit on running attempts when it began
    CampaignClock::Time since;  // when it began
    std::int64_t since_unix_ns = 0;
    std::string link;       // its name at the daemon
    std::string lost;       // what the test bed reported as lost in this slot
    std::string disturbed;  // what happened to the machine's clock during the attempt
    bool unneeded = false;  // it is being stopped because its repetition is not needed
    std::stop_source stop;
    std::thread thread;
  };

  /// `wake`: ends a wait.
  RunningAttempts(CampaignClock& clock, const RunAttempt& run, std::stop_token wake);
  ~RunningAttempts();  // stops the attempts that still run

  /// Starts an attempt in `slot`, which must be free.
  void start(int slot, const Job& job, int allowed, SlotAccess access);
  /// Whether an attempt is being set up. The caller must not set up two at the same time.
  bool setting_up() const { return setting_up_slot().has_value(); }
  AttemptPhase phase(int slot) const;

  /// Waits until an attempt has ended or begun, `wake` is stopped, or `most` has elapsed.
  void wait(std::chrono::milliseconds most);

  struct Finished {
    int slot;
    Attempt attempt;  // its thread has ended
    AttemptResult result;
  };
  /// The next finished attempt. Its slot is free.
  std::optional<Finished> next_finished();

  /// The running attempts by slot. Entries may be marked and stopped, but not removed.
  std::map<int, Attempt>& all() { return attempts_; }
  const std::map<int, Attempt>& all() const { return attempts_; }
  int size() const { return static_cast<int>(attempts_.size()); }
  bool empty() const { return attempts_.empty(); }

  /// Stops all attempts, waits for their ends and removes them. Returns their jobs.
  std::vector<Job> stop_all();

 private:
  std::optional<int> setting_up_slot() const;
  void end_set_up();

  CampaignClock& clock_;
  const RunAttempt& run_;
  std::map<int, Attempt> attempts_;
  mutable std::mutex mutex_;  // guards the members below
  std::condition_variable changed_;
  std::deque<std::pair<int, AttemptResult>> finished_;
  std::optional<int> setting_up_;
  std::stop_token wake_;
  std::stop_callback<std::function<void()>> on_wake_;
};

}  // namespace seawind
