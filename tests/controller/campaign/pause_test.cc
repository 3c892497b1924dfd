// SPDX-License-Identifier: GPL-3.0-or-later
// A campaign that is paused, resumed, finished or stopped.
#include <algorithm>
#include <set>

#include "tests/controller/campaign/scheduler_fixture.h"

namespace seawind::test {
namespace {

class PauseTest : public SchedulerTest {
 protected:
  PauseTest() {
    hooks_.control = [this] { return request_.load(); };
    hooks_.report = [this](const CampaignProgress& progress, const AttemptRecord* attempt) {
      progress_ = progress;
      states_.insert(progress.state);
      if (on_report_) on_report_(progress, attempt);
    };
  }
  /// Sets the request that the scheduler reads from now on.
  void request(ControlRequest request) { request_ = request; }

  std::atomic<ControlRequest> request_ = ControlRequest::kRun;
  std::set<RunState> states_;
  std::function<void(const CampaignProgress&, const AttemptRecord*)> on_report_;
};

TEST_F(PauseTest, RunningAttemptsEndNoneBeginsAndTheRunContinues) {
  // Two attempts run and end only after the pause was reported; then ticks pass before the run
  // resumes.
  std::condition_variable paused;
  bool is_paused = false;
  attempt_ = [&](const Job& job, int, std::stop_token) {
    std::unique_lock lock(mutex_);
    if (job.number < 2) paused.wait(lock, [&] { return is_paused; });
    return finished(Verdict::kValid);
  };
  int ticks = 0;
  on_report_ = [&](const CampaignProgress& p, const AttemptRecord* attempt) {
    if (ticks == 0 && p.state == RunState::kRunning && p.running_slots.size() == 2)
      request(ControlRequest::kPause);
    if (p.state != RunState::kPaused) return;
    {
      const std::lock_guard lock(mutex_);
      is_paused = true;
    }
    paused.notify_all();
    EXPECT_EQ(p.queued, 3);
    if (!p.running_slots.empty() || attempt != nullptr) return;
    EXPECT_EQ(p.done, 2);
    if (++ticks == 5) request(ControlRequest::kRun);
  };
  EXPECT_EQ(run(5).end, CampaignEnd::kComplete);
  EXPECT_EQ(ticks, 5);
  EXPECT_EQ(count(RepetitionState::kDone), 5);
  EXPECT_EQ(progress_.state, RunState::kRunning);
}

TEST_F(PauseTest, PausedFromTheBeginningNothingIsMade) {
  request(ControlRequest::kPause);
  int ticks = 0;
  on_report_ = [&](const CampaignProgress& p, const AttemptRecord*) {
    EXPECT_TRUE(p.running_slots.empty());
    EXPECT_EQ(p.remaining_s, -1);
    if (++ticks == 3) stop_.request_stop();
  };
  EXPECT_EQ(run(2).end, CampaignEnd::kStopped);
  EXPECT_TRUE(bed_.made.empty());
  EXPECT_TRUE(committed_.empty());
}

TEST_F(PauseTest, AnAttemptToBeRepeatedWaitsForTheEndOfThePause) {
  attempt_ = [&](const Job& job, int, std::stop_token) {
    if (job.attempt == 1) request(ControlRequest::kPause);
    return finished(job.attempt == 1 ? Verdict::kInvalid : Verdict::kValid);
  };
  int ticks = 0;
  on_report_ = [&](const CampaignProgress& p, const AttemptRecord* attempt) {
    if (p.state != RunState::kPaused || !p.running_slots.empty() || attempt != nullptr) return;
    EXPECT_EQ(p.queued, 1);
    if (++ticks == 3) request(ControlRequest::kRun);
  };
  EXPECT_EQ(run(1).end, CampaignEnd::kComplete);
  EXPECT_EQ(ticks, 3);
  ASSERT_EQ(committed_.size(), 2U);
}

TEST_F(PauseTest, FinishingEndsAsInterruptedWhenTheLastHasEnded) {
  attempt_ = [&](const Job&, int, std::stop_token) {
    request(ControlRequest::kFinish);
    return finished(Verdict::kValid);
  };
  const auto result = run(10);
  EXPECT_EQ(result.end, CampaignEnd::kStopped);
  EXPECT_EQ(result.message, "interrupted");
  EXPECT_LE(committed_.size(), 2U);
  EXPECT_GE(committed_.size(), 1U);
  EXPECT_TRUE(discarded_.empty());
  EXPECT_TRUE(states_.contains(RunState::kFinishing));
}

TEST_F(PauseTest, FinishingTheLastOnesCompletes) {
  attempt_ = [&](const Job&, int, std::stop_token) {
    request(ControlRequest::kFinish);
    return finished(Verdict::kValid);
  };
  EXPECT_EQ(run(1).end, CampaignEnd::kComplete);
}

TEST_F(PauseTest, AStopRequestEqualsTheStopToken) {
  attempt_ = [](const Job&, int, std::stop_token token) { return until_stopped(token); };
  on_report_ = [&](const CampaignProgress& p, const AttemptRecord*) {
    if (p.running_slots.size() == 2) request(ControlRequest::kStop);
  };
  EXPECT_EQ(run(5).end, CampaignEnd::kStopped);
  EXPECT_THAT(discarded_, ::testing::ElementsAre(0, 1));
  EXPECT_EQ(progress_.state, RunState::kStopping);
  EXPECT_EQ(progress_.running_slots.size(), 2U);  // reported before they are stopped
}

TEST_F(PauseTest, APausedCampaignEndsWhenNothingMoreIsNeeded) {
  hooks_.first_unneeded = [](int) { return std::optional(1); };
  attempt_ = [&](const Job&, int, std::stop_token) {
    request(ControlRequest::kPause);
    return finished(Verdict::kValid);
  };
  EXPECT_EQ(run(20, Admission::fixed(1)).end, CampaignEnd::kComplete);
  EXPECT_EQ(committed_.size(), 1U);
}

TEST_F(PauseTest, ALostBedIsRebuiltAfterThePause) {
  request(ControlRequest::kPause);
  bed_.lost = {{-1, "seawindd was killed by signal 9"}};
  int ticks = 0;
  on_report_ = [&](const CampaignProgress& p, const AttemptRecord*) {
    if (p.state != RunState::kPaused) return;
    EXPECT_EQ(bed_.restarts, 0);
    if (++ticks == 3) request(ControlRequest::kRun);
  };
  EXPECT_EQ(run(1).end, CampaignEnd::kComplete);
  EXPECT_EQ(bed_.restarts, 1);
}

TEST_F(PauseTest, ReportsEverySlot) {
  std::condition_variable released;
  bool release = false;
  attempt_ = [&](const Job&, int, std::stop_token) {
    std::unique_lock lock(mutex_);
    released.wait(lock, [&] { return release; });
    return finished(Verdict::kValid);
  };
  options_.expected = {2.5};
  options_.done_before = 7;
  std::vector<LiveSlot> slots;
  on_report_ = [&](const CampaignProgress& p, const AttemptRecord*) {
    const bool all =
        p.running_slots.size() == 2 && p.running_slots[1].phase == AttemptPhase::kRunning;
    if (!all || !slots.empty()) return;
    slots = p.running_slots;
    const std::lock_guard lock(mutex_);
    release = true;
    released.notify_all();
  };
  EXPECT_EQ(run(2).end, CampaignEnd::kComplete);
  ASSERT_EQ(slots.size(), 2U);
  EXPECT_EQ(slots[0].slot, 0);
  EXPECT_EQ(slots[0].repetition, 0);
  EXPECT_EQ(slots[1].slot, 1);
  EXPECT_EQ(slots[1].repetition, 1);
  EXPECT_GT(slots[1].since_unix_ns, 0);
  EXPECT_EQ(slots[1].expected_end_unix_ns, slots[1].since_unix_ns + 2'500'000'000);
  EXPECT_EQ(progress_.done, 9);
  EXPECT_TRUE(progress_.running_slots.empty());
}

TEST_F(PauseTest, AnAttemptChangedByHandDoesNotCount) {
  options_.attempts = 1;
  attempt_ = [](const Job& job, int, std::stop_token) {
    auto result = finished(job.attempt <= 4 ? Verdict::kInvalid : Verdict::kValid);
    if (job.attempt <= 4) result.record.cause = Cause::kByHand;
    return result;
  };
  EXPECT_EQ(run(1).end, CampaignEnd::kComplete);
  ASSERT_EQ(committed_.size(), 5U);
  EXPECT_EQ(committed_[3].state, RepetitionState::kPending);
  EXPECT_EQ(committed_[4].state, RepetitionState::kDone);
}

}  // namespace
}  // namespace seawind::test
