// SPDX-License-Identifier: GPL-3.0-or-later
// Waits of a campaign for disk space or for its store, steps of the machine's clock, and slots that
// cannot be cleaned.
#include <cerrno>

#include "controller/campaign/clock_watch.h"
#include "controller/store/sqlite.h"
#include "tests/controller/campaign/scheduler_fixture.h"

namespace seawind::test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using End = AttemptResult::End;

/// The machine's clock with adjustable steps and suspensions.
class SteppedClock final : public CampaignClock {
 public:
  Time now() const override { return machine_clock().now(); }
  std::int64_t unix_ns() const override { return ns_of(now()) + set + suspended; }
  std::int64_t boot_ns() const override { return ns_of(now()) + suspended; }
  void wait(std::unique_lock<std::mutex>& lock, std::condition_variable& changed, Time until,
            const std::function<bool()>& done) override {
    machine_clock().wait(lock, changed, until, done);
  }
  std::thread start(std::function<void()> body) override {
    return machine_clock().start(std::move(body));
  }

  std::atomic<std::int64_t> set = 0;        // ns
  std::atomic<std::int64_t> suspended = 0;  // ns
};

constexpr std::int64_t kHour = 3'600'000'000'000;

class WaitingTest : public SchedulerTest {
 protected:
  WaitingTest() {
    hooks_.report = [this](const CampaignProgress& progress, const AttemptRecord*) {
      progress_ = progress;
      if (!progress.waiting.empty()) ++waits_;
      if (!progress.waiting.empty()) waited_for_ = progress.waiting;
    };
  }
  int waits_ = 0;
  std::string waited_for_;
};

TEST_F(WaitingTest, ALockedStoreIsWaitedForAndNothingIsLost) {
  commit_fails_ = [this] {
    if (committed_.size() == 3 && waits_ < 20)
      throw StoreError(StoreError::Kind::kBusy, "cannot write to x: database is locked");
  };
  EXPECT_EQ(run(10).end, CampaignEnd::kComplete);
  EXPECT_EQ(count(RepetitionState::kDone), 10);
  EXPECT_GE(waits_, 20);
  EXPECT_EQ(waited_for_, "waiting for the store, locked by another process");
  EXPECT_EQ(progress_.waiting, "");
}

TEST_F(WaitingTest, WhileItWaitsNothingNewBegins) {
  int begun = 0;
  attempt_ = [&](const Job&, int, std::stop_token) {
    const std::lock_guard lock(mutex_);
    ++begun;
    return finished(Verdict::kValid);
  };
  commit_fails_ = [this] {
    if (waits_ < 20) throw StoreError(StoreError::Kind::kFull, "disk is full");
  };
  hooks_.report = [&](const CampaignProgress& progress, const AttemptRecord*) {
    if (progress.waiting.empty()) return;
    ++waits_;
    const std::lock_guard lock(mutex_);
    EXPECT_LE(begun, 2);
  };
  EXPECT_EQ(run(10).end, CampaignEnd::kComplete);
  EXPECT_EQ(count(RepetitionState::kDone), 10);
}

TEST_F(WaitingTest, NoRoomBeforeAnAttemptIsAPause) {
  hooks_.check_room = [this] {
    if (committed_.size() >= 2 && waits_ < 5) throw SystemError("x has 0 kB left", ENOSPC);
  };
  EXPECT_EQ(run(6, Admission::fixed(1)).end, CampaignEnd::kComplete);
  EXPECT_EQ(waited_for_, "waiting for room: x has 0 kB left");
  EXPECT_EQ(count(RepetitionState::kDone), 6);
}

TEST_F(WaitingTest, AttemptsWithoutRoomAreRecordedAndDoNotCount) {
  options_.attempts = 1;
  attempt_ = [](const Job& job, int, std::stop_token) {
    auto result = finished(job.attempt < 5 ? Verdict::kFailed : Verdict::kValid);
    if (job.attempt < 5) result.record.cause = Cause::kNoRoom;
    return result;
  };
  EXPECT_EQ(run(1).end, CampaignEnd::kComplete);
  ASSERT_EQ(committed_.size(), 5U);
  EXPECT_EQ(committed_[0].reason, "no room: reason");
  EXPECT_EQ(committed_[0].state, RepetitionState::kPending);
  EXPECT_EQ(committed_[4].state, RepetitionState::kDone);
}

TEST_F(WaitingTest, AFailureWithoutRoomHasThatCause) {
  options_.attempts = 1;
  std::atomic<bool> full = false;
  attempt_ = [&](const Job& job, int, std::stop_token) {
    full = job.attempt == 1;
    return finished(full ? Verdict::kFailed : Verdict::kValid);
  };
  hooks_.check_room = [&] {
    if (full && waits_ < 3) throw SystemError("x has 0 kB left", ENOSPC);
  };
  EXPECT_EQ(run(1).end, CampaignEnd::kComplete);
  ASSERT_EQ(committed_.size(), 2U);
  EXPECT_EQ(committed_[0].cause, Cause::kNoRoom);
}

TEST_F(WaitingTest, StoppingWhileTheStoreIsLockedEndsAndNamesTheLoss) {
  commit_fails_ = [] { throw StoreError(StoreError::Kind::kBusy, "database is locked"); };
  hooks_.report = [this](const CampaignProgress& progress, const AttemptRecord*) {
    if (!progress.waiting.empty() && progress.running_slots.empty()) stop_.request_stop();
  };
  const auto result = run(2, Admission::fixed(1));
  EXPECT_EQ(result.end, CampaignEnd::kStopped);
  EXPECT_THAT(result.message, HasSubstr("1 attempts that had ended could not be stored"));
  EXPECT_THAT(discarded_, ElementsAre(0));
}

TEST_F(WaitingTest, ADirtySlotIsMadeAnew) {
  attempt_ = [](const Job& job, int, std::stop_token) {
    auto result = finished(Verdict::kValid);
    result.dirty = job.number == 0;
    return result;
  };
  EXPECT_EQ(run(3, Admission::fixed(1)).end, CampaignEnd::kComplete);
  EXPECT_EQ(count(RepetitionState::kDone), 3);
  EXPECT_THAT(bed_.made, ElementsAre(0, 0));
  EXPECT_THAT(bed_.destroyed, ElementsAre(0));
}

TEST_F(WaitingTest, ASlotInWhichAnAttemptFailedIsMadeAnew) {
  attempt_ = [](const Job& job, int, std::stop_token) {
    return finished(job.number == 0 && job.attempt == 1 ? Verdict::kFailed : Verdict::kValid);
  };
  EXPECT_EQ(run(3, Admission::fixed(1)).end, CampaignEnd::kComplete);
  EXPECT_EQ(count(RepetitionState::kDone), 3);
  EXPECT_THAT(bed_.made, ElementsAre(0, 0));
  EXPECT_THAT(bed_.destroyed, ElementsAre(0));
}

TEST_F(WaitingTest, ACancelledAttemptLeavesADirtySlotAndNoTrace) {
  // Repetition 1 is not needed once 0 is done, and its slot is reported lost at the same time.
  std::condition_variable changed;
  bool runs = false;
  attempt_ = [&](const Job& job, int, std::stop_token token) {
    {
      std::unique_lock lock(mutex_);
      if (job.case_index == 0 && job.number == 1) runs = true;
      changed.notify_all();
      changed.wait(lock, [&] { return runs; });
    }
    if (job.case_index == 0 && job.number == 1) return until_stopped(token);
    return finished(Verdict::kValid);
  };
  hooks_.first_unneeded = [this](int) -> std::optional<int> {
    if (bed_.lost.empty()) bed_.lost = {{1, "agent gone"}};
    return 1;
  };
  EXPECT_EQ(run(2).end, CampaignEnd::kComplete);
  EXPECT_EQ(committed_.size(), 1U);
  EXPECT_THAT(discarded_, ElementsAre(1));
  EXPECT_THAT(bed_.destroyed, ElementsAre(1));
}

TEST_F(WaitingTest, AnAttemptDuringWhichTheClockWasSetIsInvalid) {
  SteppedClock clock;
  options_.clock = &clock;
  attempt_ = [&](const Job& job, int, std::stop_token) {
    if (job.attempt == 1) clock.set = kHour;
    return finished(Verdict::kValid);
  };
  EXPECT_EQ(run(1).end, CampaignEnd::kComplete);
  ASSERT_EQ(committed_.size(), 2U);
  EXPECT_EQ(committed_[0].verdict, Verdict::kInvalid);
  EXPECT_EQ(committed_[0].cause, Cause::kClock);
  EXPECT_EQ(committed_[0].reason, "the clock was set forward by 3600.0s");
  EXPECT_EQ(committed_[1].state, RepetitionState::kDone);
}

TEST(ClockWatchTest, DistinguishesStepsFromSuspension) {
  SteppedClock clock;
  ClockWatch watch(clock);
  EXPECT_EQ(watch.update(), "");
  clock.set = ClockWatch::kSmallest / 2;
  EXPECT_EQ(watch.update(), "");
  clock.set = -kHour;
  EXPECT_THAT(watch.update(), HasSubstr("the clock was set back by"));
  clock.suspended = kHour;
  EXPECT_EQ(watch.update(), "the machine was suspended for 3600.0s");
  EXPECT_EQ(watch.update(), "");
}

}  // namespace
}  // namespace seawind::test
