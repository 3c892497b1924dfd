// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/controller/cluster/sim_cluster.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <utility>

#include "common/marker.h"
#include "controller/store/read_plan.h"
#include "controller/store/sqlite.h"
#include "controller/store/store.h"

namespace seawind::test {
namespace {

using cluster::ActiveTask;
using cluster::Submission;
using cluster::TaskPhase;
using cluster::TaskRun;
using cluster::TaskState;
using cluster::Unavailable;

std::chrono::nanoseconds seconds(double value) {
  return std::chrono::nanoseconds(static_cast<std::int64_t>(value * 1e9));
}

constexpr double kExamination = 5;  // s

}  // namespace

Plan plan_of(int cases, int repetitions) {
  Plan plan;
  plan.mutable_test_set()->set_name("t");
  plan.mutable_test_set()->set_repetitions(repetitions);
  plan.set_engine(kSlurm);
  for (int i = 0; i < cases; ++i) {
    Case& one = *plan.add_cases();
    one.set_index(static_cast<std::uint32_t>(i));
    one.set_id(fmt::format("c{}", i));
    one.mutable_workload()->add_flows()->set_name("f");
  }
  return plan;
}

void SteppingClock::wait(std::unique_lock<std::mutex>& lock, std::condition_variable& /*changed*/,
                         Time until, const std::function<bool()>& done) {
  if (done()) return;
  now_ = std::max(now_, until);
  lock.unlock();
  advance_(now_);
  lock.lock();
}

SimCluster::SimCluster(std::filesystem::path campaign, const Plan& plan,
                       const SimClusterOptions& options, std::uint64_t seed)
    : campaign_(std::move(campaign)), plan_(plan), options_(options), random_(seed) {
  nodes_.resize(static_cast<std::size_t>(options.nodes));
  for (std::size_t i = 1; i < nodes_.size(); ++i) nodes_[i].unfit = happens(options.node_is_unfit);
}

bool SimCluster::happens(double probability) {
  return std::uniform_real_distribution<double>(0, 1)(random_) < probability;
}

std::string SimCluster::name_of_node(int node) const {
  return fmt::format("n{}", node);
}

std::string SimCluster::script(const Submission& submission) const {
  return submission.name + "\n";
}

std::string SimCluster::submit(const Submission& submission) {
  if (happens(options_.refused)) throw Unavailable("the queue is full");
  const std::string id = fmt::format("{}", 100 + jobs_.size());
  SimJob& job = jobs_[id];
  job.submission = submission;
  const Directory folder = cluster::submission_folder(Directory(campaign_), submission.number);
  for (int task = 1; task <= submission.tasks; ++task)
    job.tasks.push_back(
        {.jobs = cluster::read_order(folder, task, plan_.cases_size(),
                                     static_cast<int>(plan_.test_set().repetitions()))
                     .jobs});
  if (std::exchange(kill_at_submission, false)) throw Killed();
  if (happens(options_.answer_lost)) throw Unavailable("no answer");
  return id;
}

std::string SimCluster::find(const std::string& name) {
  if (happens(options_.refused)) throw Unavailable("no answer");
  for (const auto& [id, job] : jobs_)
    if (job.submission.name == name)
      for (const SimTask& task : job.tasks)
        if (task.known) return id;
  return {};
}

std::vector<ActiveTask> SimCluster::active(const std::string& id) {
  if (happens(options_.refused)) throw Unavailable("no answer");
  std::vector<ActiveTask> out;
  const SimJob& job = jobs_.at(id);
  for (std::size_t i = 0; i < job.tasks.size(); ++i) {
    const SimTask& task = job.tasks[i];
    if (!task.known) continue;
    const bool running = task.state == SimTask::State::kRunning;
    out.push_back({.task = static_cast<int>(i) + 1,
                   .running = running,
                   .node = running ? name_of_node(task.node) : "",
                   .why = running ? "" : "Resources"});
  }
  return out;
}

void SimCluster::cancel(const std::string& name, Which which) {
  if (happens(options_.refused)) throw Unavailable("no answer");
  for (auto& [id, job] : jobs_)
    if (job.submission.name == name) cancel(job, which);
}

void SimCluster::cancel(SimJob& job, Which which) {
  for (std::size_t i = 0; i < job.tasks.size(); ++i) {
    SimTask& task = job.tasks[i];
    if (task.state == SimTask::State::kWaiting) {
      task.state = SimTask::State::kOver;
      task.known = false;
    } else if (task.state == SimTask::State::kRunning && which == Which::kAll) {
      deliver(job, static_cast<int>(i) + 1, task, TaskPhase::kStopped);
      end(task);
    }
  }
}

void SimCluster::end(SimTask& task) {
  nodes_[static_cast<std::size_t>(task.node)].busy = false;
  task.state = SimTask::State::kOver;
  task.known = false;
}

void SimCluster::start_tasks() {
  for (auto& [id, job] : jobs_)
    for (std::size_t i = 0; i < job.tasks.size(); ++i) {
      SimTask& task = job.tasks[i];
      if (task.state != SimTask::State::kWaiting) continue;
      int free = -1;
      for (std::size_t node = 0; node < nodes_.size() && free < 0; ++node)
        if (!nodes_[node].dead && !nodes_[node].busy &&
            !job.submission.unfit.contains(name_of_node(static_cast<int>(node))))
          free = static_cast<int>(node);
      if (free < 0) break;
      begin(job, static_cast<int>(i) + 1, task, free);
    }
}

void SimCluster::begin(SimJob& job, int number, SimTask& task, int node) {
  Node& on = nodes_[static_cast<std::size_t>(node)];
  on.busy = true;
  task.node = node;
  task.state = SimTask::State::kRunning;
  task.begun = now_;
  task.delivers = now_ + seconds(kExamination + options_.deliver);
  if (on.unfit) {
    on.told_unfit = true;
    deliver(job, number, task, TaskPhase::kUnfit);
    end(task);
    return;
  }
  const double length = options_.seconds * static_cast<double>(task.jobs.size()) / options_.slots;
  if (happens(options_.task_dies + options_.node_dies))
    task.dies =
        now_ + seconds(kExamination + std::uniform_real_distribution<double>(0, length)(random_));
}

std::size_t SimCluster::finished(const SimTask& task) const {
  const double ran = std::chrono::duration<double>(now_ - task.begun).count() - kExamination;
  if (ran < 0) return task.delivered;
  const auto rounds = static_cast<std::size_t>(ran / options_.seconds);
  return std::min(task.jobs.size(), rounds * static_cast<std::size_t>(options_.slots));
}

void SimCluster::die(SimTask& task) {
  ++deaths_;
  task.dies = Time::max();
  if (happens(options_.lives_on)) {  // the batch system has lost sight of it
    task.known = false;
    return;
  }
  const bool with_node = happens(options_.node_dies / (options_.task_dies + options_.node_dies));
  const int alive = static_cast<int>(std::ranges::count(nodes_, false, &Node::dead));
  const auto node = static_cast<std::size_t>(task.node);
  end(task);
  if (with_node && alive > 2 && nodes_[0].busy) nodes_[node].dead = node != 0;
  if (happens(options_.requeued)) {
    std::erase_if(task.jobs, [&, left = task.delivered](const Job&) mutable {
      return left > 0 && left-- > 0;
    });
    task.delivered = 0;
    ++task.start;
    task.known = true;
    task.state = SimTask::State::kWaiting;
  }
}

void SimCluster::follow(SimJob& job, int number, SimTask& task) {
  if (task.state != SimTask::State::kRunning) return;
  if (now_ >= task.dies) {
    die(task);
    return;
  }
  const std::size_t done = finished(task);
  if (done == task.jobs.size()) {
    deliver(job, number, task, TaskPhase::kEnded);
    end(task);
  } else if (now_ >= task.delivers) {
    deliver(job, number, task, TaskPhase::kRunning);
    task.delivers = now_ + seconds(options_.deliver);
  }
}

void SimCluster::advance(Time now) {
  now_ = now;
  for (auto& [id, job] : jobs_)
    for (std::size_t i = 0; i < job.tasks.size(); ++i)
      follow(job, static_cast<int>(i) + 1, job.tasks[i]);
  start_tasks();
}

void SimCluster::deliver(const SimJob& job, int number, SimTask& task, TaskPhase phase) {
  const TaskRun run{{job.submission.number, number}, task.start};
  const Directory folder = cluster::submission_folder(Directory(campaign_), job.submission.number);
  const std::size_t done = phase == TaskPhase::kUnfit ? 0 : finished(task);
  if (done > task.delivered) {
    std::vector<CaseInfo> cases;
    for (const Case& one : plan_.cases()) cases.push_back(case_info(one));
    std::vector<RepetitionInfo> repetitions;
    for (const Job& one : task.jobs)
      repetitions.push_back({.case_id = one.case_index, .number = one.number});
    const std::string aside = run.store_file() + ".new";
    folder.remove(aside);
    CampaignInfo info;
    info.name = "t";
    info.host = "{}";
    Store::create(folder, aside, info, cases, repetitions);
    {
      Database store(folder, aside, Database::Mode::kReadWrite);
      store.execute("PRAGMA journal_mode = DELETE; PRAGMA synchronous = OFF");
      Transaction all(store);
      auto attempt = store.prepare(
          "INSERT INTO attempt (case_id, number, slot, started_unix_ns, ended_unix_ns, verdict, "
          "reason, directory) VALUES (?, ?, 0, 1, 2, 'valid', '', ?)");
      auto state = store.prepare(
          "UPDATE repetition SET state = 'done', attempt_id = ? WHERE case_id = ? AND number = ?");
      for (std::size_t i = 0; i < done; ++i) {
        const Job& one = task.jobs[i];
        attempt.bind(std::int64_t{one.case_index})
            .bind(std::int64_t{one.number})
            .bind(fmt::format("attempts/c{}/{}-1", one.case_index, one.number))
            .run();
        state.bind(static_cast<std::int64_t>(i) + 1)
            .bind(std::int64_t{one.case_index})
            .bind(std::int64_t{one.number})
            .run();
      }
      store.execute(fmt::format(
          "INSERT INTO fidelity SELECT id,9,1,2,3,4,zeroblob(80),0,0,0,0,0,0,1,0,0,0,0,0,0,0,0 "
          "FROM attempt;"
          "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i < {}) "
          "INSERT INTO flow SELECT id, 'flow' || i, 'bulk', 'down', 'bulk_tcp', 5000+i, 1, 0 FROM "
          "attempt, n;"
          "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i < {}) "
          "INSERT INTO metric SELECT id, 'flow1', 'metric_' || i, 's', id + i FROM attempt, n",
          options_.flows, options_.metrics));
      all.commit();
    }
    for (std::size_t i = task.delivered; i < done; ++i) {
      const std::filesystem::path attempt =
          campaign_ / run.attempts() /
          fmt::format("c{}/{}-1", task.jobs[i].case_index, task.jobs[i].number);
      std::filesystem::create_directories(attempt);
      std::ofstream(attempt / kMarkerFile);
    }
    folder.rename_over(aside, folder, run.store_file());
    delivered_ += static_cast<int>(done - task.delivered);
    task.delivered = done;
  }
  cluster::write_state(folder, run,
                       {.node = name_of_node(task.node),
                        .phase = phase,
                        .problem = phase == TaskPhase::kUnfit ? "pauses of 90 ms" : "",
                        .allowed = options_.slots,
                        .done = static_cast<int>(done)});
}

}  // namespace seawind::test
