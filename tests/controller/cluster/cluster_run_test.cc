// SPDX-License-Identifier: GPL-3.0-or-later
// The controller of a campaign on a simulated cluster: whatever fails, every repetition counts
// once.
#include "controller/cluster/cluster_run.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>

#include "controller/cluster/slurm.h"
#include "controller/store/sqlite.h"
#include "tests/controller/cluster/sim_cluster.h"
#include "tests/controller/simulation/seeds.h"
#include "tests/support/temp_tree.h"

namespace seawind::test {
namespace {

using cluster::ClusterOptions;
using testing::ElementsAre;
using testing::FieldsAre;
using testing::HasSubstr;
using testing::IsEmpty;
namespace fs = std::filesystem;

ClusterOptions options_of(const Plan& plan, const SimClusterOptions& sim) {
  ClusterOptions out;
  out.most_tasks = 4;
  out.task_seconds = 60;
  out.slots = sim.slots;
  out.seconds.assign(static_cast<std::size_t>(plan.cases_size()), sim.seconds);
  return out;
}

/// Every repetition is done, by one attempt, and no attempt is there that does not count.
std::string broken_promise(const fs::path& root, const Plan& plan) {
  Database store((root / "campaign.db").string(), Database::Mode::kReadOnly);
  const auto number = [&](const char* query) {
    auto row = store.prepare(query);
    row.step();
    return row.integer(0);
  };
  const std::int64_t all = std::int64_t{plan.cases_size()} * plan.test_set().repetitions();
  if (number("SELECT count(*) FROM repetition WHERE state = 'done'") != all)
    return "not every repetition is done";
  if (number("SELECT count(DISTINCT attempt_id) FROM repetition") != all)
    return "an attempt counts for two repetitions";
  if (number("SELECT count(*) FROM attempt") != all) return "there are attempts that do not count";
  if (number("SELECT count(DISTINCT directory) FROM attempt") != all)
    return "two attempts have one directory";
  return {};
}

SimulationResult simulate(std::uint64_t seed, const fs::path& directory) {
  std::mt19937_64 random(seed);
  const auto chance = [&](double most) {
    return std::uniform_real_distribution<double>(0, most)(random);
  };
  const Plan plan = plan_of(2, 30);
  SimClusterOptions sim;
  sim.task_dies = chance(0.6);
  sim.node_dies = chance(0.2);
  sim.node_is_unfit = chance(0.5);
  sim.requeued = chance(0.5);
  sim.lives_on = chance(0.5);
  sim.refused = chance(0.3);
  sim.answer_lost = chance(0.3);
  sim.deliver = 5 + chance(60);
  const fs::path root = directory / "campaign";
  SimCluster batch(root, plan, sim, seed);
  SteppingClock clock([&](SimCluster::Time now) { batch.advance(now); });
  const ClusterOptions options = options_of(plan, sim);
  SimulationResult out;
  const double killed = chance(0.02);
  std::optional<CampaignDirectory> campaign(CampaignDirectory::create(root, plan, "t.yaml"));
  for (;; campaign.emplace(CampaignDirectory::open(root))) {
    ++out.runs;
    if (out.runs < 20) batch.kill_at_submission = chance(1) < 0.1;
    try {
      const SchedulerResult result =
          cluster::run_on_cluster(*campaign, batch, clock, options,
                                  {.report =
                                       [&](const CampaignProgress& progress) {
                                         out.waits += !progress.waiting.empty();
                                         if (out.runs < 20 && chance(1) < killed)
                                           throw SimCluster::Killed();
                                       },
                                   .control = [] { return ControlRequest::kRun; }},
                                  {});
      // After three idle submissions the user continues by hand.
      if (result.end == CampaignEnd::kBedFailed && out.runs < 40) {
        campaign.reset();
        continue;
      }
      if (result.end != CampaignEnd::kComplete) out.broken = result.message;
      break;
    } catch (const SimCluster::Killed&) {
      campaign.reset();
    }
  }
  campaign.reset();
  if (out.broken.empty()) out.broken = broken_promise(root, plan);
  out.attempts = batch.delivered();
  out.valid = static_cast<int>(CampaignDirectory::open(root).store().progress().done);
  out.faults = batch.deaths();
  return out;
}

TEST(ClusterRun, EveryRepetitionCountsOnceUnderFaults) {
  check_seeds(60, simulate);
}

TEST(ClusterRun, ASeedGivesTheSameRun) {
  repeat(simulate);
}

class ClusterRunTest : public testing::Test {
 protected:
  SchedulerResult run(const SimClusterOptions& sim, ClusterOptions options,
                      ControlRequest request = ControlRequest::kRun, double request_at = 0) {
    campaign_.emplace(CampaignDirectory::create(root_, plan_, "t.yaml"));
    batch_.emplace(root_, plan_, sim, 1);
    SteppingClock clock([&](SimCluster::Time now) { batch_->advance(now); });
    const auto begun = clock.now();
    options.seconds.assign(static_cast<std::size_t>(plan_.cases_size()), sim.seconds);
    const auto end = cluster::run_on_cluster(
        *campaign_, *batch_, clock, options,
        {.report = [&](const CampaignProgress& progress) { last_ = progress; },
         .control =
             [&] {
               return std::chrono::duration<double>(clock.now() - begun).count() >= request_at
                          ? request
                          : ControlRequest::kRun;
             }},
        {});
    took_ = std::chrono::duration<double>(clock.now() - begun).count();
    return end;
  }
  ClusterOptions options() const { return options_of(plan_, {}); }
  int done() { return campaign_->store().progress().done; }

  TempTree tree_;
  fs::path root_ = tree_.root() / "campaign";
  Plan plan_ = plan_of(2, 30);
  std::optional<CampaignDirectory> campaign_;
  std::optional<SimCluster> batch_;
  CampaignProgress last_;
  double took_ = 0;
};

TEST_F(ClusterRunTest, WithoutFaultsOneSubmissionIsEnough) {
  // 60 repetitions of 10 s, 2 at a time: 300 s in 4 tasks.
  EXPECT_EQ(run({}, options()).end, CampaignEnd::kComplete);
  EXPECT_EQ(batch_->submissions(), 1);
  EXPECT_LT(took_, 5 + 8 * 10 + 5);  // 15 repetitions of a task, 2 at a time
  EXPECT_EQ(broken_promise(root_, plan_), "");
}

TEST_F(ClusterRunTest, ARepetitionIsRunByOneTaskInAllCases) {
  run({}, options());
  const Directory folder = cluster::submission_folder(campaign_->root(), 1);
  const auto order = cluster::read_order(folder, 2, 2, 30);
  std::vector<std::pair<int, int>> jobs;
  for (const Job& job : order.jobs) jobs.emplace_back(job.number, job.case_index);
  ASSERT_EQ(jobs.size(), 16U);
  jobs.resize(4);
  EXPECT_THAT(jobs,
              ElementsAre(std::pair(1, 0), std::pair(1, 1), std::pair(5, 0), std::pair(5, 1)));
}

TEST(Spread, WithFewRepetitionsTasksShareThem) {
  std::vector<Job> jobs;
  for (int i = 0; i < 5; ++i) jobs.push_back({.case_index = i});
  const auto tasks = cluster::spread(jobs, 2);
  EXPECT_EQ(tasks[0].size(), 3U);
  EXPECT_EQ(tasks[1].size(), 2U);
}

TEST_F(ClusterRunTest, NodesThatAreUnfitAreExcludedAndTold) {
  SimClusterOptions sim;
  sim.node_is_unfit = 1;  // but for the first
  EXPECT_EQ(run(sim, options()).end, CampaignEnd::kComplete);
  EXPECT_THAT(last_.machine_problem, HasSubstr("not used: n1: pauses of 90 ms"));
  EXPECT_EQ(broken_promise(root_, plan_), "");
}

TEST_F(ClusterRunTest, AStopTakesWhatIsFinished) {
  EXPECT_EQ(run({}, options(), ControlRequest::kStop, 40).end, CampaignEnd::kStopped);
  EXPECT_EQ(done(), 4 * 2 * 3);  // tasks x slots x rounds of 10 s in 35 s
  EXPECT_TRUE(batch_->active("100").empty());
}

/// Another thread requests the stop when the first wait has found that there is none.
struct StoppedInWait final : SteppingClock {
  using SteppingClock::SteppingClock;
  void wait(std::unique_lock<std::mutex>& lock, std::condition_variable& changed, Time until,
            const std::function<bool()>& done) override {
    if (stop.stop_requested()) return SteppingClock::wait(lock, changed, until, done);
    std::thread other([this] { stop.request_stop(); });
    while (!done()) std::this_thread::yield();
    woken = changed.wait_for(lock, std::chrono::seconds(10)) == std::cv_status::no_timeout;
    lock.unlock();
    other.join();
    lock.lock();
  }
  std::stop_source stop;
  bool woken = false;
};

// With `early`, between the look at the requests and the wait, before the wait's callback is made.
TEST_F(ClusterRunTest, AStopRightBeforeAWaitEndsTheRun) {
  for (const bool early : {true, false}) {
    const fs::path root = tree_.root() / (early ? "early" : "late");
    campaign_.emplace(CampaignDirectory::create(root, plan_, "t.yaml"));
    batch_.emplace(root, plan_, SimClusterOptions{}, 1);
    StoppedInWait clock([&](SimCluster::Time now) { batch_->advance(now); });
    const auto report = [&](const CampaignProgress&) {
      if (early) clock.stop.request_stop();
    };
    const auto end = cluster::run_on_cluster(
        *campaign_, *batch_, clock, options(),
        {.report = report, .control = [] { return ControlRequest::kRun; }}, clock.stop.get_token());
    EXPECT_EQ(end.end, CampaignEnd::kStopped);
    EXPECT_EQ(clock.woken, !early);
  }
}

TEST_F(ClusterRunTest, FinishingCancelsWhatWaits) {
  SimClusterOptions sim;
  sim.nodes = 2;
  EXPECT_EQ(run(sim, options(), ControlRequest::kFinish, 10).end, CampaignEnd::kStopped);
  EXPECT_EQ(done(), 32);  // of the two tasks that ran
}

TEST_F(ClusterRunTest, TasksOfWhichNothingComesEndTheRun) {
  SimClusterOptions sim;
  sim.task_dies = 1;
  sim.deliver = 1000;
  const SchedulerResult result = run(sim, options());
  EXPECT_EQ(result.end, CampaignEnd::kBedFailed);
  EXPECT_THAT(result.message, HasSubstr("nothing came of 3 submissions; the last problem: task "));
}

TEST(Tasks, AreAsManyAsTheirDurationAllows) {
  cluster::SpreadOptions options;
  options.slots = 10;
  options.task_seconds = 600;
  options.most_tasks = 100;
  EXPECT_EQ(cluster::number_of_tasks(1000, 60'000, options), 10);
  EXPECT_EQ(cluster::number_of_tasks(1000, 60'001, options), 11);
  EXPECT_EQ(cluster::number_of_tasks(1000, 6e9, options), 100);
  EXPECT_EQ(cluster::number_of_tasks(3, 6e9, options), 3);
  EXPECT_EQ(cluster::number_of_tasks(3, 0, options), 1);
}

TEST(TaskNames, AreReadBackAndNoOthersAre) {
  EXPECT_EQ(cluster::task_id("3/17"), (cluster::TaskId{3, 17}));
  for (const char* wrong :
       {"", "3", "/", "3/", "/3", "0/1", "1/0", "01/1", "1/1/1", "1/-1", "1/100001", "1/ 1"})
    EXPECT_FALSE(cluster::task_id(wrong)) << wrong;
  const cluster::TaskRun run{{3, 17}, 2};
  EXPECT_EQ(run.attempts(), "attempts/+3/3-17.2");
  EXPECT_EQ(cluster::task_run(3, run.store_file(), ".db"), run);
  EXPECT_EQ(cluster::task_run(3, run.state_file(), ".json"), run);
  for (const char* wrong : {"17.json", "17.2.json.new", "17.2.db", "x.2.json", "17.02.json"})
    EXPECT_FALSE(cluster::task_run(3, wrong, ".json")) << wrong;
}

TEST(TaskFiles, AnOrderIsReadBackAndAWrongOneIsAnError) {
  const TempTree tree;
  const Directory folder(tree.root());
  cluster::write_order(folder, 1,
                       {.plan_sha256 = "ab",
                        .program_version = "1",
                        .parallel = "4",
                        .root_programs = true,
                        .jobs = {{.case_index = 1, .number = 2, .attempt = 3, .counted = 2}}});
  const auto order = cluster::read_order(folder, 1, 2, 3);
  EXPECT_EQ(order.plan_sha256, "ab");
  EXPECT_EQ(order.parallel, "4");
  EXPECT_TRUE(order.root_programs);
  ASSERT_EQ(order.jobs.size(), 1U);
  EXPECT_EQ(order.jobs[0].number, 2);
  EXPECT_EQ(order.jobs[0].attempt, 3);
  EXPECT_EQ(order.jobs[0].counted, 2);
  EXPECT_THROW(cluster::read_order(folder, 1, 1, 3), Error) << "a case too many";
  EXPECT_THROW(cluster::read_order(folder, 1, 2, 2), Error) << "a repetition too many";
  for (const char* wrong : {"", "[]", "{}", R"({"version": 2})", R"({"version": 1, "jobs": 3})"}) {
    tree.write("2.json", wrong);
    EXPECT_THROW(cluster::read_order(folder, 2, 2, 3), Error) << wrong;
  }
}

TEST(TaskFiles, EachStartIsARunOfItsOwn) {
  const TempTree tree;
  const Directory folder(tree.root());
  EXPECT_EQ(cluster::begin_run(folder, {3, 17}).start, 0);
  EXPECT_EQ(cluster::begin_run(folder, {3, 17}).start, 1);
  EXPECT_EQ(cluster::begin_run(folder, {3, 18}).start, 0);
  EXPECT_FALSE(cluster::read_state(folder, {{3, 17}, 1}));
}

TEST(TaskFiles, AStateThatIsNoneIsIgnored) {
  const TempTree tree;
  const Directory folder(tree.root());
  const cluster::TaskRun run{{1, 1}, 0};
  EXPECT_FALSE(cluster::read_state(folder, run));
  cluster::write_state(folder, run,
                       {.node = "n1", .phase = cluster::TaskPhase::kUnfit, .problem = "slow"});
  const auto state = cluster::read_state(folder, run);
  ASSERT_TRUE(state);
  EXPECT_EQ(state->phase, cluster::TaskPhase::kUnfit);
  EXPECT_EQ(state->problem, "slow");
  for (const char* wrong : {"", "7", R"({"version": 1, "phase": "none"})"}) {
    tree.write("1.0.json", wrong);
    EXPECT_FALSE(cluster::read_state(folder, run)) << wrong;
  }
}

TEST(SlurmQueue, LinesOfTasksAreRead) {
  const auto tasks = cluster::parse_queue(
      "1|RUNNING|n1|None\n2|PENDING||Resources\n3|COMPLETING|n2|None\nN/A|RUNNING|n1|None\n\nx\n");
  ASSERT_EQ(tasks.size(), 3U);
  EXPECT_TRUE(tasks[0].running);
  EXPECT_EQ(tasks[0].node, "n1");
  EXPECT_EQ(tasks[0].why, "");
  EXPECT_FALSE(tasks[1].running);
  EXPECT_EQ(tasks[1].why, "Resources");
  EXPECT_EQ(tasks[2].task, 3);
}

}  // namespace
}  // namespace seawind::test
