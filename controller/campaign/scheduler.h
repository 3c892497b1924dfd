// SPDX-License-Identifier: GPL-3.0-or-later
// The scheduler's state and its loop. Three files define it: scheduler.cc the loop and the start of
// attempts, scheduler_results.cc what becomes of finished attempts, scheduler_bed.cc losses of
// slots and of the test bed.
#pragma once

#include <deque>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "controller/campaign/clock_watch.h"
#include "controller/campaign/remaining_time.h"
#include "controller/campaign/run_campaign.h"

namespace seawind {

/// A finished attempt that is not in the store yet.
struct Unstored {
  Job job;
  AttemptRecord record;
  RepetitionState state;
  Job next;  // the next attempt, if the state is pending
};

class CampaignScheduler {
 public:
  CampaignScheduler(TestBed& bed, std::vector<Job> pending, Admission admission,
                    const SchedulerOptions& options, const SchedulerHooks& hooks,
                    std::stop_token stop)
      : bed_(bed),
        queue_(pending.begin(), pending.end()),
        admission_(admission),
        options_(options),
        hooks_(hooks),
        stop_(std::move(stop)),
        clock_(*options.clock),
        attempts_(clock_, hooks_.run, stop_) {}

  SchedulerResult run();

 private:
  using Attempt = RunningAttempts::Attempt;

  bool stored() const { return unstored_.empty() && cases_to_check_.empty(); }
  bool over() const { return queue_.empty() && attempts_.empty() && stored(); }

  double seconds_since(CampaignClock::Time then) const {
    return std::chrono::duration<double>(clock_.now() - then).count();
  }

  // scheduler.cc
  /// Applies the user's request (pause, finish, stop) and Ctrl-C.
  void apply_request();
  /// Starts attempts as far as slots, room and storage problems allow; rebuilds a lost test bed
  /// first.
  void start_attempts();
  void admit();
  std::optional<int> free_slot() const;
  /// Waits for the next event, at most one tick.
  void wait();
  /// Adjusts the number of slots to the lateness that the relay measures now, and judges the
  /// machine once.
  void adapt_to_lateness();
  std::vector<LiveSlot> slots() const;
  double remaining() const;  // s
  /// `attempt`: the attempt that was just stored, or null.
  void report_progress(const AttemptRecord* attempt);

  // scheduler_results.cc
  void collect();
  /// Decides what a finished attempt counts as and what its repetition needs next.
  void judge_attempt(int slot, const Attempt& attempt, AttemptResult& result);
  /// `ended`: an attempt that was already removed from the running ones.
  void watch_clock(Attempt* ended = nullptr);
  /// Kernel timestamps use the clock that was set, and no traffic ran while the machine was
  /// suspended.
  static void judge_clock(const Attempt& attempt, AttemptRecord& record);
  bool waits() const { return !waiting_.empty(); }
  /// Whether `error` is a storage problem. If so, no attempt begins until it is removed.
  bool wait_for(const std::exception& error);
  /// Returns false when `action` failed; the run then waits or ends.
  bool try_storage(const std::function<void()>& action);
  /// Commits finished attempts in order, as far as possible.
  void store();
  bool store_all();
  /// Called when the run ends: attempts that cannot be stored now will be run again.
  void discard_unstored();
  /// Removes the repetitions of the case that its stopping rule no longer needs.
  void drop_unneeded(int case_index);

  // scheduler_bed.cc
  /// Stops the attempts whose slot or test bed was lost.
  void check_losses();
  /// Marks the slot for a rebuild before its next attempt.
  void lose_slot(int slot, const std::string& words);
  void drop_slot(int slot);
  /// Stops every running attempt. The test bed is rebuilt after the last one has ended.
  void lose_bed(const std::string& words);
  void restart();
  /// Returns false when the limit on consecutive losses is exceeded.
  bool count_loss(const std::string& words);

  TestBed& bed_;
  std::deque<Job> queue_;
  Admission admission_;
  const SchedulerOptions options_;
  const SchedulerHooks& hooks_;
  std::stop_token stop_;

  CampaignClock& clock_;
  ClockWatch clock_watch_{clock_};
  RunningAttempts attempts_;
  std::deque<Unstored> unstored_;
  /// Cases with a repetition that ended since the last call of first_unneeded().
  std::set<int> cases_to_check_;
  std::string waiting_;                   // the storage problem waited for; empty: none
  CampaignClock::Time retry_at_{};        // when beginning an attempt is retried
  CampaignClock::Time retry_store_at_{};  // when storing is retried
  std::set<int> slots_made_;
  RunState state_ = RunState::kRunning;
  std::optional<SchedulerResult> result_;
  bool bed_lost_ = false;
  std::string bed_loss_;
  int losses_in_a_row_ = 0;
  CampaignClock::Time begun_ = clock_.now();
  CampaignClock::Time next_lateness_ = clock_.now() + options_.lateness_interval;
  std::int64_t lateness_ = -1;
  bool machine_judged_ = false;
  std::string machine_problem_;  // limits that the machine does not keep
  RemainingTime time_{options_.expected};
  int done_ = options_.done_before;
  int failed_ = options_.failed_before;
};

}  // namespace seawind
