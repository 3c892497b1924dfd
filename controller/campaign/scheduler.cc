// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/campaign/scheduler.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <map>
#include <optional>
#include <set>

#include "common/error.h"
#include "controller/campaign/clock_watch.h"
#include "controller/campaign/obstacle.h"
#include "controller/campaign/remaining_time.h"

namespace seawind {
namespace {

using Attempt = RunningAttempts::Attempt;

/// A finished attempt that is not in the store yet.
struct Unstored {
  Job job;
  AttemptRecord record;
  RepetitionState state;
  Job again;  // the next attempt, if the state is pending
};

class Scheduler {
 public:
  Scheduler(TestBed& bed, std::vector<Job> pending, Admission admission,
            const SchedulerOptions& options, const SchedulerHooks& hooks, std::stop_token stop)
      : bed_(bed),
        pending_(pending.begin(), pending.end()),
        admission_(admission),
        options_(options),
        hooks_(hooks),
        stop_(std::move(stop)),
        clock_(*options.clock),
        attempts_(clock_, hooks_.run, stop_) {}

  SchedulerResult run() {
    while (!result_ && !over()) {
      obey();
      if (state_ == RunState::kStopping) break;
      watch_clock();
      collect();
      store();
      look_for_losses();
      if (state_ == RunState::kRunning) go_on();
      if (state_ == RunState::kFinishing && attempts_.empty() && stored() && !pending_.empty() &&
          !result_)
        result_ = {CampaignEnd::kStopped, "interrupted"};
      measure();
      tell(nullptr);
      wait();
    }
    for (const Job& job : attempts_.stop_all()) hooks_.discard(job);
    give_up_unstored();
    return result_.value_or(SchedulerResult{});
  }

 private:
  bool stored() const { return unstored_.empty() && unsettled_.empty(); }
  bool over() const { return pending_.empty() && attempts_.empty() && stored(); }

  double seconds_since(CampaignClock::Time then) const {
    return std::chrono::duration<double>(clock_.now() - then).count();
  }

  void obey() {
    ControlRequest request = ControlRequest::kRun;
    if (hooks_.control) request = hooks_.control();
    if (stop_.stop_requested()) request = ControlRequest::kStop;
    state_ = state_of(request);
    // Nothing is tried while no attempt may begin, so it is unknown whether the obstacle persists.
    if (state_ != RunState::kRunning && stored()) waiting_.clear();
    if (state_ != RunState::kStopping) return;
    result_ = {CampaignEnd::kStopped, "interrupted"};
    tell(nullptr);
  }

  void go_on() {
    if (waits() && clock_.now() < try_again_) return;
    if (bed_lost_ && attempts_.empty()) restart();
    if (!bed_lost_ && !result_) admit();
  }

  void wait() {
    // Running without an attempt and without waiting means that the test bed is being rebuilt.
    if (attempts_.empty() && !waits() && (state_ == RunState::kRunning || pending_.empty())) return;
    if (result_) return;
    attempts_.wait(options_.tick);
  }

  std::optional<int> free_slot() const {
    for (int slot = 0; slot < admission_.allowed(); ++slot)
      if (!attempts_.all().contains(slot)) return slot;
    return std::nullopt;
  }

  void admit() {
    while (!pending_.empty() && attempts_.size() < admission_.allowed() &&
           !attempts_.setting_up()) {
      if (stop_.stop_requested()) return;
      const auto slot = free_slot();
      if (!slot) return;
      if (!stored() || !try_storage([this] { hooks_.check_room(); })) return;
      waiting_.clear();
      try {
        if (!made_.contains(*slot)) bed_.make_slot(*slot);
        made_.insert(*slot);
      } catch (const Error& error) {
        if (!wait_for(error)) lose_bed(error.what());
        return;
      }
      attempts_.start(*slot, pending_.front(), admission_.allowed(), bed_.access(*slot));
      pending_.pop_front();
    }
  }

  void collect() {
    while (auto finished = attempts_.next_finished()) {
      watch_clock(&finished->attempt);
      settle(finished->slot, finished->attempt, finished->result);
      store();
    }
  }

  void settle(int slot, const Attempt& attempt, AttemptResult& result) {
    using End = AttemptResult::End;
    auto& record = result.record;
    if (!attempt.lost.empty() && result.end != End::kFinished) {
      // Stopped because of a loss that the test bed reported. Its reason is the best one.
      if (result.end == End::kStopped) result.end = bed_lost_ ? End::kBedLost : End::kSlotLost;
      record.reason = attempt.lost;
    }
    if (result.end == End::kBedLost) lose_bed(record.reason);
    if (result.end == End::kSlotLost) lose_slot(slot, record.reason);
    // What was broken off has not cleaned its slot. What failed may have failed because of the
    // slot: one without its interfaces would fail attempt after attempt.
    if (result.end == End::kStopped || result.dirty || record.verdict == Verdict::kFailed ||
        !attempt.lost.empty() || bed_.slots_single_use())
      drop_slot(slot);
    if (attempt.unneeded || result.end == End::kStopped) {
      hooks_.discard(attempt.job);
      if (!attempt.unneeded) pending_.push_front(attempt.job);
      return;
    }
    Job again = attempt.job;
    ++again.attempt;
    if (result.end == End::kFinished) {
      losses_in_a_row_ = 0;
      time_.finished(attempt.job.case_index, seconds_since(attempt.since));
      judge_clock(attempt, record);
      judge_room(record);
      if (result.late)
        admission_.too_late(attempt.allowed_then);
      else if (record.fidelity && record.fidelity->releases > 0)
        admission_.measured(record.fidelity->lateness_p999, attempts_.size() + 1);
    } else {
      record.verdict = Verdict::kFailed;
      record.cause = Cause::kTestBed;
      record.reason.insert(0, "test bed lost: ");
    }
    RepetitionState state = RepetitionState::kPending;
    if (record.verdict == Verdict::kValid)
      state = RepetitionState::kDone;
    else if (counts(record.cause) && attempt.job.counted >= options_.attempts)
      state = RepetitionState::kFailed;
    again.counted += counts(record.cause);
    unstored_.push_back({attempt.job, std::move(record), state, again});
  }

  /// `ended`: an attempt that was already removed from the running ones.
  void watch_clock(Attempt* ended = nullptr) {
    const std::string step = clock_watch_.look();
    if (step.empty()) return;
    const auto disturb = [&step](Attempt& attempt) {
      attempt.disturbed += (attempt.disturbed.empty() ? "" : "; ") + step;
    };
    for (auto& [slot, attempt] : attempts_.all()) disturb(attempt);
    if (ended != nullptr) disturb(*ended);
  }

  /// Kernel timestamps use the clock that was set, and no traffic ran while the machine was
  /// suspended.
  static void judge_clock(const Attempt& attempt, AttemptRecord& record) {
    if (attempt.disturbed.empty() || !counts(record.cause)) return;
    if (record.verdict == Verdict::kValid) record.verdict = Verdict::kInvalid;
    record.cause = Cause::kClock;
    record.reason =
        attempt.disturbed + (record.reason.empty() ? "" : "; ") + std::move(record.reason);
  }

  /// A failure without room is inconclusive, because not every program reports why it failed.
  void judge_room(AttemptRecord& record) {
    if (record.cause == Cause::kError) {
      try {
        hooks_.check_room();
      } catch (const std::exception& error) {
        if (obstacle_of(error) == Obstacle::kRoom) record.cause = Cause::kNoRoom;
      }
    }
    if (record.cause != Cause::kNoRoom) return;
    record.reason.insert(0, "no room: ");
    waiting_ = waiting_text(Obstacle::kRoom, record.reason);
    try_again_ = clock_.now() + options_.after_no_room;
  }

  bool waits() const { return !waiting_.empty(); }

  /// Whether `error` is an obstacle. If so, no attempt begins until it is gone.
  bool wait_for(const std::exception& error) {
    const Obstacle obstacle = obstacle_of(error);
    if (obstacle == Obstacle::kNone) return false;
    waiting_ = waiting_text(obstacle, error.what());
    try_again_ = std::max(try_again_, clock_.now() + options_.retry);
    return true;
  }

  /// Returns false when `action` failed; the run then waits or ends.
  bool try_storage(const std::function<void()>& action) {
    try {
      action();
      return true;
    } catch (const std::exception& error) {
      if (!wait_for(error)) result_ = {CampaignEnd::kStorageFailed, error.what()};
      return false;
    }
  }

  /// Commits finished attempts in order, as far as possible.
  void store() {
    if (result_ || stored() || clock_.now() < store_again_) return;
    if (!store_all()) {
      store_again_ = clock_.now() + options_.retry;
    } else if (clock_.now() >= try_again_) {
      waiting_.clear();
    }
  }

  bool store_all() {
    while (!stored()) {
      if (unsettled_.empty()) {
        Unstored& next = unstored_.front();
        if (!try_storage([&] { hooks_.commit(next.job, next.record, next.state); })) return false;
        const Unstored done = std::move(next);
        unstored_.pop_front();
        done_ += done.state == RepetitionState::kDone;
        failed_ += done.state == RepetitionState::kFailed;
        if (done.state == RepetitionState::kPending)
          pending_.push_back(done.again);
        else
          unsettled_.insert(done.job.case_index);
        tell(&done.record);
      }
      while (!unsettled_.empty()) {
        if (!try_storage([&] { drop_unneeded(*unsettled_.begin()); })) return false;
        unsettled_.erase(unsettled_.begin());
      }
    }
    return true;
  }

  /// The run ends. Attempts that cannot be stored now will be run again.
  void give_up_unstored() {
    if (unstored_.empty()) return;
    const auto result = result_;
    store_all();
    result_ = result;
    if (unstored_.empty() || !result_) return;
    for (const Unstored& lost : unstored_) hooks_.discard(lost.job);
    if (result_->end == CampaignEnd::kStorageFailed) return;
    result_->message += fmt::format("; {} attempts that had ended could not be stored ({})",
                                    unstored_.size(), waiting_);
  }

  void drop_unneeded(int case_index) {
    if (!hooks_.first_unneeded) return;
    const std::optional<int> first = hooks_.first_unneeded(case_index);
    if (!first) return;
    const auto unneeded = [&](const Job& job) {
      return job.case_index == case_index && job.number >= *first;
    };
    std::erase_if(pending_, unneeded);
    std::erase_if(unstored_, [&](const Unstored& one) {
      if (!unneeded(one.job)) return false;
      hooks_.discard(one.job);
      return true;
    });
    for (auto& [slot, attempt] : attempts_.all()) {
      if (!unneeded(attempt.job)) continue;
      attempt.unneeded = true;
      attempt.stop.request_stop();
    }
  }

  void look_for_losses() {
    for (const auto& loss : bed_.losses()) {
      if (loss.slot < 0) {
        lose_bed(loss.words);
      } else if (const auto found = attempts_.all().find(loss.slot);
                 found != attempts_.all().end()) {
        found->second.lost = loss.words;
        found->second.stop.request_stop();
      } else {
        drop_slot(loss.slot);
      }
    }
  }

  /// Marks the slot for a rebuild before its next attempt.
  void lose_slot(int slot, const std::string& words) {
    drop_slot(slot);
    count_loss(words);
  }

  void drop_slot(int slot) {
    if (made_.erase(slot) == 0 || bed_lost_) return;
    try {
      bed_.destroy_slot(slot);
    } catch (const Error& error) {
      lose_bed(error.what());
    }
  }

  /// Stops every running attempt. The test bed is rebuilt after the last one has ended.
  void lose_bed(const std::string& words) {
    if (bed_lost_) return;
    bed_lost_ = true;
    bed_words_ = words;
    for (auto& [slot, attempt] : attempts_.all()) {
      if (attempt.lost.empty()) attempt.lost = words;
      attempt.stop.request_stop();
    }
  }

  void restart() {
    if (!count_loss(bed_words_)) return;
    made_.clear();
    try {
      bed_.restart();
      bed_lost_ = false;
    } catch (const Error& error) {
      bed_words_ = error.what();
      if (wait_for(error)) --losses_in_a_row_;
    }
  }

  /// Returns false when the limit on consecutive losses is exceeded.
  bool count_loss(const std::string& words) {
    const int most = options_.most_losses * std::max(1, attempts_.size());
    if (++losses_in_a_row_ <= most) return true;
    result_ = {CampaignEnd::kBedFailed, words};
    return false;
  }

  void measure() {
    if (attempts_.empty()) lateness_ = -1;
    if (attempts_.empty() || bed_lost_ || clock_.now() < next_measure_) return;
    next_measure_ = clock_.now() + options_.measure;
    lateness_ = bed_.running_lateness();
    if (lateness_ >= 0) admission_.measured(lateness_, attempts_.size());
  }

  std::vector<SlotProgress> slots() const {
    std::vector<SlotProgress> all;
    for (const auto& [slot, attempt] : attempts_.all())
      all.push_back({.slot = slot,
                     .job = attempt.job,
                     .phase = attempts_.phase(slot),
                     .since_unix_ns = attempt.since_unix_ns,
                     .expected_s = time_.expected(attempt.job.case_index),
                     .link = attempt.link});
    return all;
  }

  double remaining() const {
    std::map<int, int> pending;
    if (state_ == RunState::kRunning || state_ == RunState::kPaused)
      for (const Job& job : pending_) ++pending[job.case_index];
    std::vector<RemainingTime::Running> running;
    for (const auto& [slot, attempt] : attempts_.all())
      running.push_back({attempt.job.case_index, seconds_since(attempt.since)});
    return time_.remaining(pending, running, admission_.allowed());
  }

  void tell(const AttemptRecord* attempt) {
    hooks_.report({.state = state_,
                   .waiting = waiting_,
                   .pending = static_cast<int>(pending_.size() + unstored_.size()),
                   .running = attempts_.size(),
                   .done = done_,
                   .failed = failed_,
                   .allowed = admission_.allowed(),
                   .elapsed_s = seconds_since(begun_),
                   .remaining_s = remaining(),
                   .lateness_p999 = lateness_,
                   .slots = slots(),
                   .attempt = attempt});
  }

  TestBed& bed_;
  std::deque<Job> pending_;
  Admission admission_;
  const SchedulerOptions options_;
  const SchedulerHooks& hooks_;
  std::stop_token stop_;

  CampaignClock& clock_;
  ClockWatch clock_watch_{clock_};
  RunningAttempts attempts_;
  std::deque<Unstored> unstored_;
  std::set<int>
      unsettled_;  // cases with a repetition that ended since the last call of first_unneeded()
  std::string waiting_;                // the obstacle waited for; empty: none
  CampaignClock::Time try_again_{};    // when beginning an attempt is retried
  CampaignClock::Time store_again_{};  // when storing is retried
  std::set<int> made_;
  RunState state_ = RunState::kRunning;
  std::optional<SchedulerResult> result_;
  bool bed_lost_ = false;
  std::string bed_words_;
  int losses_in_a_row_ = 0;
  CampaignClock::Time begun_ = clock_.now();
  CampaignClock::Time next_measure_ = clock_.now() + options_.measure;
  std::int64_t lateness_ = -1;
  RemainingTime time_;
  int done_ = 0;
  int failed_ = 0;
};

}  // namespace

SchedulerResult run_campaign(TestBed& bed, std::vector<Job> pending, Admission admission,
                             const SchedulerOptions& options, const SchedulerHooks& hooks,
                             std::stop_token stop) {
  return Scheduler(bed, std::move(pending), admission, options, hooks, std::move(stop)).run();
}

}  // namespace seawind
