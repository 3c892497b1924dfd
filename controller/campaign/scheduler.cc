// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/campaign/scheduler.h"

#include <deque>
#include <map>
#include <optional>
#include <set>

#include "common/error.h"
#include "controller/campaign/remaining_time.h"

namespace seawind {
namespace {

using Clock = RunningAttempts::Clock;
using Attempt = RunningAttempts::Attempt;

double seconds_since(Clock::time_point then) {
  return std::chrono::duration<double>(Clock::now() - then).count();
}

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
        attempts_(hooks_.run, stop_) {}

  SchedulerResult run() {
    while (!result_ && (!pending_.empty() || !attempts_.empty())) {
      obey();
      if (state_ == RunState::kStopping) break;
      collect();
      look_for_losses();
      if (state_ == RunState::kRunning) go_on();
      if (state_ == RunState::kFinishing && attempts_.empty() && !pending_.empty() && !result_)
        result_ = {CampaignEnd::kStopped, "interrupted"};
      measure();
      tell(nullptr);
      wait();
    }
    for (const Job& job : attempts_.break_off()) hooks_.discard(job);
    return result_.value_or(SchedulerResult{});
  }

 private:
  void obey() {
    ControlRequest wish = ControlRequest::kRun;
    if (hooks_.control) wish = hooks_.control();
    if (stop_.stop_requested()) wish = ControlRequest::kStop;
    state_ = state_of(wish);
    if (state_ != RunState::kStopping) return;
    result_ = {CampaignEnd::kStopped, "interrupted"};
    tell(nullptr);
  }

  void go_on() {
    if (bed_lost_ && attempts_.empty()) restart();
    if (!bed_lost_ && !result_) admit();
  }

  void wait() {
    // Running without an attempt: the test bed is being built anew, and nothing is waited for.
    if (attempts_.empty() && (state_ == RunState::kRunning || pending_.empty())) return;
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
      try {
        hooks_.check_room();
      } catch (const std::exception& error) {
        result_ = {CampaignEnd::kStorageFailed, error.what()};
        return;
      }
      try {
        if (!made_.contains(*slot)) bed_.make_slot(*slot);
        made_.insert(*slot);
      } catch (const Error& error) {
        lose_bed(error.what());
        return;
      }
      attempts_.start(*slot, pending_.front(), admission_.allowed(), bed_.access(*slot));
      pending_.pop_front();
    }
  }

  void collect() {
    while (auto finished = attempts_.next_finished()) {
      settle(finished->slot, finished->attempt, finished->result);
      if (result_) return;
    }
  }

  void settle(int slot, const Attempt& attempt, AttemptResult& result) {
    using End = AttemptResult::End;
    auto& record = result.record;
    if (attempt.unneeded && attempt.lost.empty()) {
      hooks_.discard(attempt.job);
      if (bed_.slots_wear_out()) drop_slot(slot);
      if (result.end == End::kBedLost) lose_bed(record.reason);
      if (result.end == End::kSlotLost) lose_slot(slot, record.reason);
      return;
    }
    if (!attempt.lost.empty() && result.end != End::kFinished) {
      // Broken off because the test bed said so: it knows the reason best.
      if (result.end == End::kStopped) result.end = bed_lost_ ? End::kBedLost : End::kSlotLost;
      record.reason = attempt.lost;
    }
    if (result.end == End::kStopped) {
      hooks_.discard(attempt.job);
      pending_.push_front(attempt.job);
      return;
    }
    Job again = attempt.job;
    ++again.attempt;
    RepetitionState state = RepetitionState::kPending;
    if (result.end == End::kFinished) {
      losses_in_a_row_ = 0;
      if (bed_.slots_wear_out()) drop_slot(slot);
      time_.finished(attempt.job.case_index, seconds_since(attempt.since));
      if (record.verdict == Verdict::kValid)
        state = RepetitionState::kDone;
      else if (attempt.job.counted >= options_.attempts)
        state = RepetitionState::kFailed;
      if (result.by_hand)
        state = RepetitionState::kPending;
      else
        ++again.counted;
      if (result.late)
        admission_.too_late(attempt.allowed_then);
      else if (record.fidelity && record.fidelity->releases > 0)
        admission_.measured(record.fidelity->lateness_p999, attempts_.size() + 1);
    } else {
      if (result.end == End::kBedLost)
        lose_bed(record.reason);
      else
        lose_slot(slot, record.reason);
      record.verdict = Verdict::kFailed;
      record.reason.insert(0, kTestBedLost);
    }
    try {
      hooks_.commit(attempt.job, record, state);
    } catch (const std::exception& error) {
      result_ = {CampaignEnd::kStorageFailed, error.what()};
      return;
    }
    done_ += state == RepetitionState::kDone;
    failed_ += state == RepetitionState::kFailed;
    if (state == RepetitionState::kPending) pending_.push_back(again);
    tell(&record);
    if (state != RepetitionState::kPending) drop_unneeded(attempt.job.case_index);
  }

  void drop_unneeded(int case_index) {
    if (!hooks_.first_unneeded) return;
    std::optional<int> first;
    try {
      first = hooks_.first_unneeded(case_index);
    } catch (const std::exception& error) {
      result_ = {CampaignEnd::kStorageFailed, error.what()};
      return;
    }
    if (!first) return;
    const auto unneeded = [&](const Job& job) {
      return job.case_index == case_index && job.number >= *first;
    };
    std::erase_if(pending_, unneeded);
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

  /// The slot is made anew before its next attempt.
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

  /// Every running attempt is broken off; the bed is built anew when the last has ended.
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
    }
  }

  /// False: enough is enough.
  bool count_loss(const std::string& words) {
    const int most = options_.most_losses * std::max(1, attempts_.size());
    if (++losses_in_a_row_ <= most) return true;
    result_ = {CampaignEnd::kBedFailed, words};
    return false;
  }

  void measure() {
    if (attempts_.empty()) lateness_ = -1;
    if (attempts_.empty() || bed_lost_ || Clock::now() < next_measure_) return;
    next_measure_ = Clock::now() + options_.measure;
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
                   .pending = static_cast<int>(pending_.size()),
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

  RunningAttempts attempts_;
  std::set<int> made_;
  RunState state_ = RunState::kRunning;
  std::optional<SchedulerResult> result_;
  bool bed_lost_ = false;
  std::string bed_words_;
  int losses_in_a_row_ = 0;
  Clock::time_point begun_ = Clock::now();
  Clock::time_point next_measure_ = Clock::now() + options_.measure;
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
