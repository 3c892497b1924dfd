// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/campaign/scheduler.h"

#include <condition_variable>
#include <deque>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <thread>

#include "common/error.h"

namespace seawind {
namespace {

using Clock = std::chrono::steady_clock;

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
        wake_on_stop_(stop_, [this] { changed_.notify_all(); }) {}

  SchedulerResult run() {
    while (!result_ && (!pending_.empty() || !running_.empty())) {
      if (stop_.stop_requested()) {
        result_ = {CampaignEnd::kStopped, "interrupted"};
        break;
      }
      collect();
      look_for_losses();
      if (bed_lost_ && running_.empty()) restart();
      if (!bed_lost_ && !result_) admit();
      measure();
      tell(nullptr);
      wait();
    }
    break_off();
    return result_.value_or(SchedulerResult{});
  }

 private:
  struct Running {
    Job job;
    int allowed_then;
    Clock::time_point since;
    std::string lost;       // what the test bed said about this slot
    bool unneeded = false;  // it is being broken off because nobody needs it
    std::stop_source stop;
    std::jthread thread;
  };

  void wait() {
    std::unique_lock lock(mutex_);
    if (running_.empty()) return;
    changed_.wait_for(lock, options_.tick, [this, was = setting_up_] {
      return !finished_.empty() || stop_.stop_requested() || setting_up_ != was;
    });
  }

  std::optional<int> free_slot() const {
    for (int slot = 0; slot < admission_.allowed(); ++slot)
      if (!running_.contains(slot)) return slot;
    return std::nullopt;
  }

  void admit() {
    while (!pending_.empty() && static_cast<int>(running_.size()) < admission_.allowed() &&
           !setting_up()) {
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
      start(*slot);
    }
  }

  void start(int slot) {
    Running& attempt = running_[slot];
    attempt.job = pending_.front();
    pending_.pop_front();
    attempt.allowed_then = admission_.allowed();
    attempt.since = Clock::now();
    set_up_begins();
    attempt.thread = std::jthread([this, slot, job = attempt.job, access = bed_.access(slot),
                                   token = attempt.stop.get_token()] {
      const auto begun = [this, told = std::make_shared<std::once_flag>()] {
        std::call_once(*told, [this] { set_up_ends(); });
      };
      AttemptResult result = hooks_.run(job, slot, access, token, begun);
      begun();  // an attempt that failed before it began
      const std::lock_guard lock(mutex_);
      finished_.emplace_back(slot, std::move(result));
      changed_.notify_all();
    });
  }

  bool setting_up() {
    const std::lock_guard lock(mutex_);
    return setting_up_;
  }
  void set_up_begins() {
    const std::lock_guard lock(mutex_);
    setting_up_ = true;
  }
  void set_up_ends() {
    const std::lock_guard lock(mutex_);
    setting_up_ = false;
    changed_.notify_all();
  }

  std::optional<std::pair<int, AttemptResult>> next_finished() {
    const std::lock_guard lock(mutex_);
    if (finished_.empty()) return std::nullopt;
    auto next = std::move(finished_.front());
    finished_.pop_front();
    return next;
  }

  void collect() {
    while (auto finished = next_finished()) {
      Running attempt = std::move(running_.extract(finished->first).mapped());
      attempt.thread.join();
      settle(finished->first, attempt, finished->second);
      if (result_) return;
    }
  }

  void settle(int slot, Running& attempt, AttemptResult& result) {
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
      busy_s_ += seconds_since(attempt.since);
      ++finished_attempts_;
      if (record.verdict == Verdict::kValid)
        state = RepetitionState::kDone;
      else if (attempt.job.counted >= options_.attempts)
        state = RepetitionState::kFailed;
      ++again.counted;
      if (result.late)
        admission_.too_late(attempt.allowed_then);
      else if (record.fidelity && record.fidelity->releases > 0)
        admission_.measured(record.fidelity->lateness_p999, static_cast<int>(running_.size()) + 1);
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
    for (auto& [slot, attempt] : running_) {
      if (!unneeded(attempt.job)) continue;
      attempt.unneeded = true;
      attempt.stop.request_stop();
    }
  }

  void look_for_losses() {
    for (const auto& loss : bed_.losses()) {
      if (loss.slot < 0) {
        lose_bed(loss.words);
      } else if (const auto found = running_.find(loss.slot); found != running_.end()) {
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
    for (auto& [slot, attempt] : running_) {
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
    const int most = options_.most_losses * std::max(1, static_cast<int>(running_.size()));
    if (++losses_in_a_row_ <= most) return true;
    result_ = {CampaignEnd::kBedFailed, words};
    return false;
  }

  void measure() {
    if (running_.empty() || bed_lost_ || Clock::now() < next_measure_) return;
    next_measure_ = Clock::now() + options_.measure;
    const auto lateness = bed_.running_lateness();
    if (lateness >= 0) admission_.measured(lateness, static_cast<int>(running_.size()));
  }

  void break_off() {
    for (auto& [slot, attempt] : running_) attempt.stop.request_stop();
    for (auto& [slot, attempt] : running_) {
      attempt.thread.join();
      hooks_.discard(attempt.job);
    }
    running_.clear();
  }

  void tell(const AttemptRecord* attempt) {
    CampaignProgress now{.pending = static_cast<int>(pending_.size()),
                         .running = static_cast<int>(running_.size()),
                         .done = done_,
                         .failed = failed_,
                         .allowed = admission_.allowed(),
                         .elapsed_s = seconds_since(begun_),
                         .attempt = attempt};
    if (finished_attempts_ > 0) {
      const double each = busy_s_ / finished_attempts_;
      double work = each * now.pending;
      for (const auto& [slot, running] : running_)
        work += std::max(0.0, each - seconds_since(running.since));
      now.remaining_s = std::max(work / now.allowed, now.pending > 0 ? each : 0.0);
    }
    hooks_.report(now);
  }

  TestBed& bed_;
  std::deque<Job> pending_;
  Admission admission_;
  const SchedulerOptions options_;
  const SchedulerHooks& hooks_;
  std::stop_token stop_;

  std::map<int, Running> running_;
  std::set<int> made_;
  std::optional<SchedulerResult> result_;
  bool bed_lost_ = false;
  std::string bed_words_;
  int losses_in_a_row_ = 0;
  Clock::time_point begun_ = Clock::now();
  Clock::time_point next_measure_ = Clock::now() + options_.measure;
  double busy_s_ = 0;
  int finished_attempts_ = 0;
  int done_ = 0;
  int failed_ = 0;

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::pair<int, AttemptResult>> finished_;
  bool setting_up_ = false;
  std::stop_callback<std::function<void()>> wake_on_stop_;
};

}  // namespace

SchedulerResult run_campaign(TestBed& bed, std::vector<Job> pending, Admission admission,
                             const SchedulerOptions& options, const SchedulerHooks& hooks,
                             std::stop_token stop) {
  return Scheduler(bed, std::move(pending), admission, options, hooks, std::move(stop)).run();
}

}  // namespace seawind
