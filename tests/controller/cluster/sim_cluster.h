// SPDX-License-Identifier: GPL-3.0-or-later
// A simulated batch system: nodes, queue and tasks in virtual time. What its tasks deliver are real
// stores in the campaign directory; every attempt in them is valid. Tasks and nodes fail as the
// seed says.
#pragma once

#include <filesystem>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "controller/campaign/clock.h"
#include "controller/cluster/batch_system.h"
#include "controller/cluster/task_files.h"
#include "controller/testset/plan.h"

namespace seawind::test {

struct SimClusterOptions {
  int nodes = 6;
  int slots = 2;        // repetitions at a time of a task
  double seconds = 10;  // of a repetition
  double deliver = 30;  // between two deliveries
  int metrics = 2;      // rows of an attempt
  int flows = 1;
  // Probabilities.
  double task_dies = 0;  // at some instant; what is not delivered is lost
  double node_dies = 0;  // with a task, for good
  double node_is_unfit = 0;
  double requeued = 0;     // a task that dies is started again
  double lives_on = 0;     // a task that the batch system has lost goes on delivering
  double answer_lost = 0;  // a submission is taken, and answered by Unavailable
  double refused = 0;      // a call is answered by Unavailable
};

class SimCluster final : public cluster::BatchSystem {
 public:
  using Time = CampaignClock::Time;

  SimCluster(std::filesystem::path campaign, const Plan& plan, const SimClusterOptions& options,
             std::uint64_t seed);

  /// Brings everything up to date. Called whenever time advances.
  void advance(Time now);

  std::string script(const cluster::Submission& submission) const override;
  std::string submit(const cluster::Submission& submission) override;
  std::string find(const std::string& name) override;
  std::vector<cluster::ActiveTask> active(const std::string& job) override;
  void cancel(const std::string& name, Which which) override;

  int submissions() const { return static_cast<int>(jobs_.size()); }
  int deaths() const { return deaths_; }
  int delivered() const { return delivered_; }  // attempts, by all tasks
  /// A rule that the controller broke; empty: none.
  const std::string& broken() const { return broken_; }
  /// submit() takes the submission and then throws this, as if the controller was killed.
  struct Killed {};
  bool kill_at_submission = false;

 private:
  struct SimTask {
    enum class State { kWaiting, kRunning, kOver };
    State state = State::kWaiting;
    bool known = true;  // by the batch system
    int start = 0;
    int node = -1;
    Time begun{};
    Time dies = Time::max();
    Time delivers{};  // next
    std::vector<Job> jobs;
    std::size_t delivered = 0;
    bool requeued = false;
  };
  struct SimJob {
    cluster::Submission submission;
    std::vector<SimTask> tasks;
  };
  void cancel(SimJob& job, Which which);
  struct Node {
    bool dead = false;
    bool unfit = false;
    bool told_unfit = false;
    bool busy = false;
  };

  bool happens(double probability);
  void start_tasks();
  void begin(SimJob& job, int number, SimTask& task, int node);
  void follow(SimJob& job, int number, SimTask& task);
  void end(SimTask& task);
  void die(SimTask& task);
  std::size_t finished(const SimTask& task) const;
  void deliver(const SimJob& job, int number, SimTask& task, cluster::TaskPhase phase);
  std::string name_of_node(int node) const;

  std::filesystem::path campaign_;
  const Plan& plan_;
  SimClusterOptions options_;
  std::mt19937_64 random_;
  std::map<std::string, SimJob> jobs_;
  std::vector<Node> nodes_;
  Time now_{};
  int deaths_ = 0;
  int delivered_ = 0;
  std::string broken_;
};

/// The plan of a campaign on a cluster, of which only the numbers matter.
Plan plan_of(int cases, int repetitions);

/// Virtual time that advances while the controller waits.
class SteppingClock : public CampaignClock {
 public:
  explicit SteppingClock(std::function<void(Time)> advance) : advance_(std::move(advance)) {}
  Time now() const override { return now_; }
  std::int64_t unix_ns() const override { return ns_of(now_); }
  std::int64_t boot_ns() const override { return ns_of(now_); }
  void wait(std::unique_lock<std::mutex>& lock, std::condition_variable& changed, Time until,
            const std::function<bool()>& done) override;
  std::thread start(std::function<void()> body) override { return std::thread(std::move(body)); }

 private:
  std::function<void(Time)> advance_;
  Time now_{std::chrono::seconds(1000)};
};

}  // namespace seawind::test
