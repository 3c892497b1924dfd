// SPDX-License-Identifier: GPL-3.0-or-later
#include <set>

#include "tests/controller/campaign/scheduler_fixture.h"

namespace seawind::test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using End = AttemptResult::End;

TEST_F(SchedulerTest, RunsEveryRepetitionOnceInAtMostAsManySlots) {
  EXPECT_EQ(run(20).end, CampaignEnd::kComplete);
  std::set<int> numbers;
  for (const auto& c : committed_) numbers.insert(c.number);
  EXPECT_EQ(committed_.size(), 20U);
  EXPECT_EQ(numbers.size(), 20U);
  EXPECT_EQ(count(RepetitionState::kDone), 20);
  EXPECT_LE(most_running_, 2);
  EXPECT_LE(bed_.made.size(), 2U);  // a slot is made once
}

TEST_F(SchedulerTest, InvalidIsRepeatedUntilValid) {
  attempt_ = [](const Job& job, int, std::stop_token) {
    return finished(job.attempt < 3 ? Verdict::kInvalid : Verdict::kValid);
  };
  EXPECT_EQ(run(1).end, CampaignEnd::kComplete);
  ASSERT_EQ(committed_.size(), 3U);
  EXPECT_EQ(committed_[1].state, RepetitionState::kPending);
  EXPECT_EQ(committed_[2].state, RepetitionState::kDone);
}

TEST_F(SchedulerTest, TooManyInvalidAttemptsFailTheRepetitionAndTheRestContinues) {
  attempt_ = [](const Job& job, int, std::stop_token) {
    return finished(job.number == 0 ? Verdict::kInvalid : Verdict::kValid);
  };
  EXPECT_EQ(run(3).end, CampaignEnd::kComplete);
  EXPECT_EQ(count(RepetitionState::kDone), 2);
  EXPECT_EQ(count(RepetitionState::kFailed), 1);
  EXPECT_EQ(committed_.size(), 5U);  // 3 attempts at the first repetition
  EXPECT_EQ(progress_.failed, 1);
}

TEST_F(SchedulerTest, AFailureOfTheRepetitionsOwnProgramIsNotTriedAgain) {
  attempt_ = [](const Job& job, int, std::stop_token) {
    auto result = finished(job.number == 0 ? Verdict::kFailed : Verdict::kValid);
    result.program_failed = job.number == 0;
    return result;
  };
  options_.attempts = 3;
  EXPECT_EQ(run(2).end, CampaignEnd::kComplete);
  ASSERT_EQ(committed_.size(), 2U);
  EXPECT_EQ(count(RepetitionState::kFailed), 1);
  EXPECT_EQ(count(RepetitionState::kDone), 1);
}

TEST_F(SchedulerTest, AutomaticAdmissionGrowsWhileTheLatenessIsSmall) {
  bed_.lateness = 100;
  std::condition_variable grown;
  attempt_ = [&](const Job&, int, std::stop_token) {
    std::unique_lock lock(mutex_);
    grown.notify_all();
    grown.wait(lock, [&] { return most_running_ >= 9; });
    return finished(Verdict::kValid);
  };
  EXPECT_EQ(run(30, Admission::automatic(1, 100, 1'000'000)).end, CampaignEnd::kComplete);
  EXPECT_GE(most_running_, 9);  // 4, 6, 9
}

TEST_F(SchedulerTest, AutomaticAdmissionShrinksWhenRepetitionsAreLate) {
  bed_.lateness = 999'999;
  options_.attempts = 100;
  std::atomic<int> allowed = 4;  // the initial value of automatic() on one core
  attempt_ = [&](const Job&, int, std::stop_token) {
    // Simulates a machine that can run three at a time.
    return allowed > 3 ? finished(Verdict::kInvalid, true) : finished(Verdict::kValid);
  };
  hooks_.report = [&](const CampaignProgress& p, const AttemptRecord*) { allowed = p.allowed; };
  EXPECT_EQ(run(40, Admission::automatic(1, 100, 1'000'000)).end, CampaignEnd::kComplete);
  EXPECT_EQ(allowed, 3);
  EXPECT_EQ(count(RepetitionState::kDone), 40);
}

TEST_F(SchedulerTest, AttemptsLostToTheMachineDoNotCountAndNeedNoFewerSlots) {
  options_.attempts = 1;
  attempt_ = [](const Job& job, int, std::stop_token) {
    return job.attempt < 10 ? lost_to_the_machine() : finished(Verdict::kValid);
  };
  int allowed = 0;
  hooks_.report = [&](const CampaignProgress& p, const AttemptRecord*) { allowed = p.allowed; };
  EXPECT_EQ(run(1, Admission::automatic(1, 4, 1'000'000)).end, CampaignEnd::kComplete);
  ASSERT_EQ(committed_.size(), 10U);
  EXPECT_EQ(committed_[8].state, RepetitionState::kPending);
  EXPECT_EQ(committed_[8].reason, "pauses");
  EXPECT_EQ(committed_[9].state, RepetitionState::kDone);
  EXPECT_EQ(allowed, 4);
}

TEST_F(SchedulerTest, TheTenthAttemptLostToTheMachineMakesTheRepetitionFail) {
  options_.attempts = 3;
  attempt_ = [](const Job& job, int, std::stop_token) {
    return job.attempt == 4 ? finished(Verdict::kInvalid) : lost_to_the_machine();
  };
  EXPECT_EQ(run(1).end, CampaignEnd::kComplete);
  ASSERT_EQ(committed_.size(), 11U);
  EXPECT_EQ(committed_[9].state, RepetitionState::kPending);
  EXPECT_EQ(committed_[10].state, RepetitionState::kFailed);
  EXPECT_EQ(committed_[10].reason,
            "pauses; the repetition has failed, since 10 attempts were lost to the machine: see "
            "`seawind doctor`");
}

TEST_F(SchedulerTest, TheMachineIsJudgedOnceItHasBeenWatchedLongEnough) {
  int judged = 0;
  options_.machine_problem = [&](const PauseTotals& pauses) {
    ++judged;
    EXPECT_EQ(pauses.watched, Duration::seconds(5));
    return "this machine is slow";
  };
  bed_.pauses = PauseTotals{.watched = Duration::nanoseconds(4'999'999'999)};
  int reports = 0;
  std::vector<std::string> told;
  hooks_.report = [&](const CampaignProgress& p, const AttemptRecord*) {
    if (p.running_slots.empty()) return;
    ++reports;
    if (reports == 3) EXPECT_EQ(judged, 0);
    if (reports >= 3) bed_.pauses->watched = Duration::seconds(5);
    told.push_back(p.machine_problem);
    if (reports == 9) {
      const std::lock_guard lock(mutex_);
      release_.notify_all();
      released_ = true;
    }
  };
  attempt_ = [&](const Job&, int, std::stop_token) {
    std::unique_lock lock(mutex_);
    release_.wait(lock, [&] { return released_; });
    return finished(Verdict::kValid);
  };
  EXPECT_EQ(run(1).end, CampaignEnd::kComplete);
  EXPECT_EQ(judged, 1);
  EXPECT_EQ(told.front(), "");
  EXPECT_EQ(told.back(), "this machine is slow");
}

TEST_F(SchedulerTest, LostSlotIsMadeAnewAndTheAttemptDoesNotCount) {
  attempt_ = [](const Job& job, int, std::stop_token) {
    auto result = finished(Verdict::kValid);
    if (job.attempt <= 3) {
      result.end = End::kSlotLost;
      result.record.reason = "agent gone";
    }
    return result;
  };
  options_.attempts = 1;
  EXPECT_EQ(run(1).end, CampaignEnd::kComplete);
  ASSERT_EQ(committed_.size(), 4U);
  EXPECT_EQ(committed_[0].verdict, Verdict::kFailed);
  EXPECT_EQ(committed_[0].reason, "test bed lost: agent gone");
  EXPECT_EQ(committed_[3].state, RepetitionState::kDone);
  EXPECT_THAT(bed_.made, ElementsAre(0, 0, 0, 0));
  EXPECT_THAT(bed_.destroyed, ElementsAre(0, 0, 0));
  EXPECT_EQ(bed_.restarts, 0);
}

TEST_F(SchedulerTest, WornOutSlotsAreMadeAnewForEveryAttempt) {
  bed_.wear_out = true;
  EXPECT_EQ(run(3, Admission::fixed(1)).end, CampaignEnd::kComplete);
  EXPECT_THAT(bed_.made, ElementsAre(0, 0, 0));
  EXPECT_THAT(bed_.destroyed, ElementsAre(0, 0, 0));
}

TEST_F(SchedulerTest, LostBedBreaksOffEveryAttemptAndIsRebuilt) {
  attempt_ = [](const Job& job, int, std::stop_token token) {
    return job.attempt > 1 ? finished(Verdict::kValid) : until_stopped(token);
  };
  hooks_.report = [&](const CampaignProgress& p, const AttemptRecord*) {
    if (p.running_slots.size() == 2 && bed_.restarts == 0)
      bed_.lost = {{-1, "seawindd was killed by signal 9"}};
  };
  EXPECT_EQ(run(2).end, CampaignEnd::kComplete);
  EXPECT_EQ(bed_.restarts, 1);
  ASSERT_EQ(committed_.size(), 4U);
  EXPECT_EQ(committed_[0].reason, "test bed lost: seawindd was killed by signal 9");
  EXPECT_EQ(count(RepetitionState::kDone), 2);
}

TEST_F(SchedulerTest, AMachineThatIsGoneWithTheAgentsOfManySlotsIsOneLoss) {
  constexpr int kSlots = 8;
  std::condition_variable all;
  int running = 0;
  attempt_ = [&](const Job& job, int, std::stop_token) {
    auto result = finished(Verdict::kValid);
    if (job.attempt > 1) return result;
    std::unique_lock lock(mutex_);
    if (++running == kSlots) bed_.refuse_removal = "the machine does not answer";
    all.notify_all();
    all.wait(lock, [&] { return running == kSlots; });
    result.end = End::kSlotLost;
    result.record.reason = "agent gone";
    return result;
  };
  options_.most_losses = 1;
  const auto result = run(kSlots, Admission::fixed(kSlots));
  EXPECT_EQ(result.end, CampaignEnd::kComplete) << result.message;
  EXPECT_EQ(bed_.restarts, 1);
  EXPECT_EQ(count(RepetitionState::kDone), kSlots);
}

TEST_F(SchedulerTest, RepeatedTestBedLossEndsTheCampaign) {
  attempt_ = [](const Job&, int, std::stop_token) {
    AttemptResult result;
    result.end = End::kBedLost;
    result.record.reason = "seawindd gone";
    return result;
  };
  const auto result = run(1);
  EXPECT_EQ(result.end, CampaignEnd::kBedFailed);
  EXPECT_EQ(result.message, "seawindd gone");
  EXPECT_EQ(bed_.restarts, 3);
}

TEST_F(SchedulerTest, ABedWithoutSlotsEndsTheCampaign) {
  bed_.refuse_slots = "cannot make a slot";
  const auto result = run(1);
  EXPECT_EQ(result.end, CampaignEnd::kBedFailed);
  EXPECT_EQ(result.message, "cannot make a slot");
}

TEST_F(SchedulerTest, AFullDiskEndsTheCampaignAndNothingIsLost) {
  full_disk_ = "cannot write to x: database or disk is full";
  commits_before_full_ = 3;
  const auto result = run(10);
  EXPECT_EQ(result.end, CampaignEnd::kStorageFailed);
  EXPECT_EQ(result.message, full_disk_);
  EXPECT_EQ(committed_.size(), 3U);
}

TEST_F(SchedulerTest, NoRoomMeansNoFurtherAttempt) {
  hooks_.check_room = [this] {
    if (committed_.size() >= 2) throw Error("x has 0 kB left, 8192 kB are needed");
  };
  const auto result = run(10, Admission::fixed(1));
  EXPECT_EQ(result.end, CampaignEnd::kStorageFailed);
  EXPECT_EQ(committed_.size(), 2U);
}

TEST_F(SchedulerTest, UnneededRepetitionsAreNotStartedAndLeaveNoTrace) {
  // Repetitions from 3 on are not needed once 0, 1 and 2 are done. Repetition 3 runs at that time
  // and would never end without a stop.
  hooks_.first_unneeded = [this](int) -> std::optional<int> {
    std::set<int> over;
    for (const auto& c : committed_) over.insert(c.number);
    return over.contains(0) && over.contains(1) && over.contains(2) ? std::optional(3)
                                                                    : std::nullopt;
  };
  std::condition_variable three_runs;
  bool running = false;
  attempt_ = [&](const Job& job, int, std::stop_token token) {
    if (job.number == 3) {
      {
        const std::lock_guard lock(mutex_);
        running = true;
      }
      three_runs.notify_all();
      return until_stopped(token);
    }
    if (job.number == 2) {
      std::unique_lock lock(mutex_);
      three_runs.wait(lock, [&] { return running; });
    }
    return finished(Verdict::kValid);
  };
  EXPECT_EQ(run(20).end, CampaignEnd::kComplete);
  EXPECT_EQ(committed_.size(), 3U);
  EXPECT_THAT(discarded_, ElementsAre(3));
}

TEST_F(SchedulerTest, StoppingDiscardsWhatRuns) {
  attempt_ = [](const Job&, int, std::stop_token token) { return until_stopped(token); };
  hooks_.report = [this](const CampaignProgress& p, const AttemptRecord*) {
    if (p.running_slots.size() == 2) stop_.request_stop();
  };
  EXPECT_EQ(run(5).end, CampaignEnd::kStopped);
  EXPECT_EQ(committed_.size(), 0U);
  EXPECT_THAT(discarded_, ElementsAre(0, 1));
}

TEST_F(SchedulerTest, NothingPendingIsComplete) {
  EXPECT_EQ(run(0).end, CampaignEnd::kComplete);
  EXPECT_TRUE(bed_.made.empty());
}

}  // namespace
}  // namespace seawind::test
