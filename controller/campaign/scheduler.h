// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the pending repetitions of a campaign over the slots of a test bed.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "controller/campaign/admission.h"
#include "controller/campaign/clock.h"
#include "controller/campaign/job.h"
#include "controller/campaign/run_state.h"
#include "controller/campaign/running_attempts.h"
#include "controller/testbed/testbed.h"

namespace seawind {

enum class CampaignEnd {
  kComplete,       // no repetition is pending
  kStopped,        // on request: by the token, or by a wish to stop or to finish
  kStorageFailed,  // the campaign directory cannot be written, and waiting is no use; what is
                   // committed is whole
  kBedFailed,      // the test bed cannot be built, or keeps dying
};

struct SchedulerResult {
  CampaignEnd end = CampaignEnd::kComplete;
  std::string message;  // why, when not complete
};

/// An attempt that is under way.
struct SlotProgress {
  int slot = 0;
  Job job{};
  AttemptPhase phase = AttemptPhase::kSettingUp;
  std::int64_t since_unix_ns = 0;  // when it was begun
  double expected_s = -1;          // how long it takes from then on, an estimate; -1: unknown
  std::string link{};              // its link's name at the daemon
};

/// What is going on, for whoever shows it.
struct CampaignProgress {
  RunState state = RunState::kRunning;
  std::string waiting{};  // for what, before anything new begins; empty: it does not wait
  int pending = 0;        // neither done, failed nor running
  int running = 0;
  int done = 0;  // of this run
  int failed = 0;
  int allowed = 0;  // running at most
  double elapsed_s = 0;
  double remaining_s =
      -1;  // estimate; paused: once it goes on; finishing: until the end; -1: unknown
  std::int64_t lateness_p999 = -1;  // ns, when last measured; -1: not, or nothing runs
  std::vector<SlotProgress> slots{};
  const AttemptRecord* attempt = nullptr;  // just recorded; null: a regular tick
};

/// The world around the scheduler. `run` is called in a thread of its own per attempt, calls
/// `begun` once its traffic has its start times, and must return soon after its token is stopped.
/// Attempts are set up one at a time: starting dozens of programs at once would disturb those that
/// run. The others are called from the thread that called run_campaign().
struct SchedulerHooks {
  RunAttempt run;
  /// Makes the attempt permanent together with the repetition's new state. Throws when it cannot;
  /// is called again with the same record when the obstacle may have gone (obstacle.h).
  std::function<void(const Job&, AttemptRecord&, RepetitionState)> commit;
  /// Asked after commit, and again when it throws of an obstacle: the first repetition of the case
  /// that is not needed, if not all are. May be empty: all are needed.
  std::function<std::optional<int>(int case_index)> first_unneeded;
  /// Forgets what a stopped attempt has written.
  std::function<void(const Job&)> discard;
  /// Throws of an obstacle when the campaign directory has no room for another attempt.
  std::function<void()> check_room;
  std::function<void(const CampaignProgress&)> report;
  /// Asked every tick: what is wished now. May be empty: to run.
  std::function<ControlRequest()> control{};
};

struct SchedulerOptions {
  int attempts = 3;     // counted attempts at a repetition
  int most_losses = 3;  // of the test bed in a row, without a finished attempt between
  std::chrono::milliseconds tick{200};      // how often losses and wishes are looked for
  std::chrono::milliseconds measure{1000};  // how often lateness is measured while running
  std::chrono::milliseconds retry{1000};    // how often storage is tried again
  /// After an attempt that found no room: the check may not see a quota that is used up.
  std::chrono::milliseconds after_no_room{10'000};
  CampaignClock* clock = &machine_clock();
};

/// Runs until nothing is pending or there is a reason to stop; every attempt has ended when it
/// returns. Repetitions that turn out not to be needed are not begun, and broken off without a
/// trace. An invalid or failed attempt is repeated up to `attempts`, then its repetition has
/// failed; attempts lost with the test bed, changed by hand, or without room for their files are
/// recorded and do not count. One during which the clock was set is invalid.
///
/// While there is no room, or the store is locked, nothing new begins, what runs goes on, and what
/// ends waits until it can be committed, in order, for as long as it takes. A run that is stopped
/// then forgets what it could not commit, and says so.
///
/// While it is paused or finishing nothing new begins and a lost test bed is left lost; what runs
/// is recorded and judged as ever.
SchedulerResult run_campaign(TestBed& bed, std::vector<Job> pending, Admission admission,
                             const SchedulerOptions& options, const SchedulerHooks& hooks,
                             std::stop_token stop);

}  // namespace seawind
