// SPDX-License-Identifier: GPL-3.0-or-later
// The scheduler with a fake test bed and attempts that end immediately.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "common/error.h"
#include "controller/campaign/run_campaign.h"

namespace seawind::test {

class FakeTestBed : public TestBed {
 public:
  void make_slot(int slot) override {
    if (!refuse_slots.empty()) throw Error(refuse_slots);
    made.push_back(slot);
  }
  void destroy_slot(int slot) override {
    if (!refuse_removal.empty()) throw Error(refuse_removal);
    destroyed.push_back(slot);
  }
  bool slots_single_use() const override { return wear_out; }
  SlotAccess access(int /*slot*/) const override { return {}; }
  std::vector<Loss> losses() override { return std::exchange(lost, {}); }
  void restart() override {
    ++restarts;
    refuse_removal.clear();
  }
  RelayTiming relay_timing() override { return {lateness, pauses}; }

  std::vector<int> made;
  std::vector<int> destroyed;
  std::vector<Loss> lost;
  std::string refuse_slots;
  std::string refuse_removal;  // until restart()
  int restarts = 0;
  bool wear_out = false;
  std::int64_t lateness = -1;
  std::optional<PauseTotals> pauses;
};

struct Committed {
  int case_index;
  int number;
  Verdict verdict;
  RepetitionState state;
  std::string reason;
  Cause cause;
};

/// Invalid by the machine's pauses alone.
inline AttemptResult lost_to_the_machine() {
  AttemptResult result;
  result.record.verdict = Verdict::kInvalid;
  result.record.cause = Cause::kMachine;
  result.record.reason = "pauses";
  return result;
}

inline AttemptResult finished(Verdict verdict, bool late = false) {
  AttemptResult result;
  result.record.verdict = verdict;
  result.record.reason = verdict == Verdict::kValid ? "" : "reason";
  result.record.cause = verdict == Verdict::kValid     ? Cause::kNone
                        : verdict == Verdict::kInvalid ? Cause::kLimit
                                                       : Cause::kError;
  result.overloaded = late;
  return result;
}

class SchedulerTest : public ::testing::Test {
 protected:
  SchedulerTest() {
    hooks_.run = [this](const Job& job, int slot, const SlotAccess&, std::stop_token token,
                        const std::function<void()>& begun) {
      const bool overlaps = setting_up_.exchange(true);
      EXPECT_FALSE(overlaps) << "two attempts are being set up at once";
      setting_up_ = false;
      begun();
      {
        const std::lock_guard lock(mutex_);
        ++running_;
        most_running_ = std::max(most_running_, running_);
      }
      auto result = attempt_(job, slot, token);
      const std::lock_guard lock(mutex_);
      --running_;
      return result;
    };
    hooks_.commit = [this](const Job& job, AttemptRecord& record, RepetitionState state) {
      if (!full_disk_.empty() && committed_.size() >= commits_before_full_) throw Error(full_disk_);
      if (commit_fails_) commit_fails_();
      committed_.push_back(
          {job.case_index, job.number, record.verdict, state, record.reason, record.cause});
    };
    hooks_.discard = [this](const Job& job) { discarded_.push_back(job.number); };
    hooks_.check_room = [] {};
    hooks_.report = [this](const CampaignProgress& progress, const AttemptRecord*) {
      progress_ = progress;
    };
    options_.tick = std::chrono::milliseconds(1);
    options_.lateness_interval = std::chrono::milliseconds(0);
    options_.retry = std::chrono::milliseconds(1);
    options_.after_no_room = std::chrono::milliseconds(1);
  }

  SchedulerResult run(int repetitions, Admission admission = Admission::fixed(2)) {
    std::vector<Job> jobs;
    for (int i = 0; i < repetitions; ++i) jobs.push_back({.number = i});
    return run_campaign(bed_, jobs, admission, options_, hooks_, stop_.get_token());
  }
  int count(RepetitionState state) const {
    return static_cast<int>(
        std::ranges::count_if(committed_, [&](const auto& c) { return c.state == state; }));
  }
  /// Blocks an attempt until its token is stopped.
  static AttemptResult until_stopped(const std::stop_token& token) {
    std::mutex mutex;
    std::condition_variable_any changed;
    std::unique_lock lock(mutex);
    changed.wait(lock, token, [] { return false; });
    AttemptResult result;
    result.end = AttemptResult::End::kStopped;
    return result;
  }

  FakeTestBed bed_;
  SchedulerHooks hooks_;
  SchedulerOptions options_;
  std::stop_source stop_;
  std::function<AttemptResult(const Job&, int, std::stop_token)> attempt_ =
      [](const Job&, int, std::stop_token) { return finished(Verdict::kValid); };
  std::vector<Committed> committed_;
  std::vector<int> discarded_;
  CampaignProgress progress_;
  std::function<void()> commit_fails_;
  std::string full_disk_;
  std::size_t commits_before_full_ = 0;
  std::mutex mutex_;
  int running_ = 0;
  int most_running_ = 0;
  std::condition_variable release_;  // of attempts that a test holds, with released_
  bool released_ = false;
  std::atomic<bool> setting_up_ = false;
};

}  // namespace seawind::test
