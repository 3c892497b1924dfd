// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the pending repetitions of a campaign over the slots of a test bed. scheduler.cc defines
// run_campaign(): a CampaignScheduler does the work.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "controller/campaign/admission.h"
#include "controller/campaign/clock.h"
#include "controller/campaign/job.h"
#include "controller/campaign/live.h"
#include "controller/campaign/running_attempts.h"
#include "controller/testbed/testbed.h"

namespace seawind {

enum class CampaignEnd {
  kComplete,       // no repetition is pending
  kStopped,        // on request: by the token, or by a request to stop or to finish
  kStorageFailed,  // the campaign directory cannot be written and waiting does not help;
                   // committed attempts are complete
  kBedFailed,      // the test bed cannot be built, or fails repeatedly
};

struct SchedulerResult {
  CampaignEnd end = CampaignEnd::kComplete;
  std::string message;  // the reason, when not complete
};

/// The scheduler's environment. `run` is called in one thread per attempt. It must call `begun`
/// once its traffic has its start times, and return soon after its token is stopped. Attempts are
/// set up one at a time, because starting dozens of programs at once would disturb running
/// attempts. The other hooks are called from the thread that called run_campaign().
struct SchedulerHooks {
  RunAttempt run;
  /// Makes the attempt permanent together with the repetition's new state. Throws on failure. It is
  /// called again with the same record when the storage problem may have been removed
  /// (storage_problem.h).
  std::function<void(const Job&, AttemptRecord&, RepetitionState)> commit;
  /// The first repetition of the case that is not needed; nothing: all are needed. Called after
  /// commit, and again when it threw because of a storage problem. May be empty: all are needed.
  std::function<std::optional<int>(int case_index)> first_unneeded;
  /// Removes the files of a stopped attempt.
  std::function<void(const Job&)> discard;
  /// Throws the storage problem's error when the campaign directory has no room for another
  /// attempt.
  std::function<void()> check_room;
  /// `attempt`: just recorded; null: a periodic report. The slots have no names of cases and
  /// directories.
  std::function<void(const CampaignProgress&, const AttemptRecord* attempt)> report;
  /// The current request, called every tick. May be empty: kRun.
  std::function<ControlRequest()> control{};
};

struct SchedulerOptions {
  int attempts = 3;               // counted attempts at a repetition
  int most_lost_to_machine = 10;  // attempts at a repetition that may be lost to the machine
  /// Consecutive losses of the test bed or of slots, for each attempt that runs at a time, without
  /// a finished attempt in between.
  int most_losses = 3;
  std::chrono::milliseconds tick{200};                // interval of checks for losses and requests
  std::chrono::milliseconds lateness_interval{1000};  // of measurements while attempts run
  std::chrono::milliseconds retry{1000};              // interval of storage retries
  /// Delay after an attempt that ran out of room. The check for room may not see an exhausted
  /// quota.
  std::chrono::milliseconds after_no_room{10'000};
  /// Called once, with the machine's pauses since the daemon's first link, when they have been
  /// measured for `judge_machine`: which limits the machine does not keep; empty: none.
  std::function<std::string(const PauseTotals&)> machine_problem{};
  std::chrono::seconds judge_machine{5};
  std::vector<double> expected{};  // estimated seconds of an attempt at each case; empty: unknown
  int done_before = 0;             // repetitions, by earlier runs
  int failed_before = 0;
  CampaignClock* clock = &machine_clock();
};

/// Runs until no repetition is pending or there is a reason to stop. Every attempt has ended when
/// the function returns. Repetitions that turn out not to be needed are not begun; running ones are
/// stopped and discarded. An invalid or failed attempt is repeated up to `attempts` times; then its
/// repetition has failed. An attempt is recorded but does not count when the test bed was lost, the
/// link was changed by hand, there was no room for its files, or only what the machine took away is
/// beyond a limit; after `most_lost_to_machine` attempts of the last kind the repetition has failed
/// as well. An attempt is invalid when the clock was set while it ran.
///
/// While there is no room, or the store is locked, no attempt begins and running ones continue.
/// Finished attempts wait, without a time limit, and are committed in order. When such a run is
/// stopped, it discards the attempts it could not commit and reports that.
///
/// While the run is paused or finishing, no attempt begins and a lost test bed is not rebuilt.
/// Running attempts are recorded and judged as usual.
SchedulerResult run_campaign(TestBed& bed, std::vector<Job> pending, Admission admission,
                             const SchedulerOptions& options, const SchedulerHooks& hooks,
                             std::stop_token stop);

}  // namespace seawind
