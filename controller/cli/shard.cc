// SPDX-License-Identifier: GPL-3.0-or-later
// `seawind shard`: the part of a campaign that a task of a cluster runs on its node.
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <array>
#include <chrono>
#include <cstdlib>
#include <memory>
#include <set>

#include "common/printable.h"
#include "common/sha256.h"
#include "controller/campaign/verdict.h"
#include "controller/cli/execute.h"
#include "controller/cli/exit_codes.h"
#include "controller/cli/measure_pauses.h"
#include "controller/cli/signals.h"
#include "controller/cli/verbs.h"
#include "controller/cluster/delivery_thread.h"
#include "controller/cluster/task_files.h"
#include "controller/store/layout.h"
#include "controller/store/sqlite.h"
#include "controller/store/store_check.h"
#include "controller/testset/plan_check.h"
#include "controller/testset/plan_io.h"
#include "namespaces/runtime_directory.h"

namespace seawind {
namespace {

using cluster::TaskPhase;
using cluster::TaskRun;
using cluster::TaskState;

constexpr std::chrono::seconds kExamination{5};
/// Slurm ends a task a minute after its signal, a cancelled one after KillWait (30 s by default).
constexpr std::chrono::seconds kLastDelivery{25};
/// A task that is not being ended waits longer for an unavailable file system.
constexpr std::chrono::seconds kDelivery{600};

std::string node_name() {
  if (const char* name = std::getenv("SLURMD_NODENAME"); name != nullptr) return name;
  std::array<char, 256> name{};
  gethostname(name.data(), name.size() - 1);
  return name.data();
}

struct Work {
  Plan plan;
  cluster::Order order;
};

Work read_work(const Directory& campaign, const cluster::TaskId& id) {
  if (!campaign.status_of(kResolvedFile))
    throw UsageError(fmt::format("{} is not a campaign directory", campaign.path().string()));
  if (!campaign.status_of(fmt::format("{}/{}/{}", cluster::kClusterFolder, id.submission,
                                      cluster::order_file(id.task))))
    throw UsageError(
        fmt::format("{} has no task {}/{}", campaign.path().string(), id.submission, id.task));
  const std::string json = campaign.read_text(kResolvedFile, kLargestPlan);
  Work out{.plan = plan_from_json(json), .order = {}};
  out.order = cluster::read_order(cluster::submission_folder(campaign, id.submission), id.task,
                                  out.plan.cases_size(),
                                  static_cast<int>(out.plan.test_set().repetitions()));
  if (sha256(json) != out.order.plan_sha256)
    throw Error(fmt::format("{} is not the plan of this task", campaign.path_of(kResolvedFile)));
  if (out.order.program_version != SEAWIND_VERSION)
    throw Error(
        fmt::format("the campaign was begun by seawind {}, this is {}: the nodes need the "
                    "same version",
                    out.order.program_version, SEAWIND_VERSION));
  return out;
}

/// Removes the repetitions that earlier runs of the task have delivered, after being preempted.
void leave_out_done(const Directory& campaign, const TaskRun& run, std::vector<Job>& jobs) {
  const Directory folder = cluster::submission_folder(campaign, run.id.submission);
  std::set<std::pair<int, int>> ended;
  for (int start = 0; start < run.start; ++start) {
    const std::string file = TaskRun{run.id, start}.store_file();
    if (!folder.status_of(file)) continue;
    try {
      Database store(folder, file, Database::Mode::kReadOnly);
      check_store(store, folder.path_of(file));
      auto row = store.prepare("SELECT case_id, number FROM repetition WHERE state <> 'pending'");
      while (row.step())
        ended.insert({static_cast<int>(row.integer(0)), static_cast<int>(row.integer(1))});
    } catch (const StoreError&) {  // the controller does not take it either, and reports it
    }
  }
  std::erase_if(jobs, [&](const Job& job) { return ended.contains({job.case_index, job.number}); });
}

/// Why this node does not keep the limits of the plan; empty: it does, or it is unknown.
std::string unfitness(const Plan& plan) {
  std::string refused;
  const PauseTotals pauses = measure_pauses(kExamination, refused);
  if (!refused.empty()) return {};
  return beyond_text(pauses, smallest_lateness_limits(plan));
}

TaskPhase phase_of(CampaignEnd end) {
  switch (end) {
    case CampaignEnd::kComplete:
      return TaskPhase::kEnded;
    case CampaignEnd::kStopped:
      return TaskPhase::kStopped;
    case CampaignEnd::kStorageFailed:
    case CampaignEnd::kBedFailed:
      break;
  }
  return TaskPhase::kFailed;
}

int shard(const std::string& root, const std::string& task) {
  const auto id = cluster::task_id(task);
  if (!id)
    throw UsageError(fmt::format("`{}` is not a task: write SUBMISSION/TASK, as 1/17", task));
  const StopOnSignal stop;
  const Directory campaign(root);
  Work work = read_work(campaign, *id);
  const TaskRun run = cluster::begin_run(cluster::submission_folder(campaign, id->submission), *id);
  leave_out_done(campaign, run, work.order.jobs);
  const char* const folder = std::getenv("TMPDIR");
  const RuntimeDirectory temporary(folder == nullptr || *folder == '\0' ? "/tmp" : folder);
  CampaignDirectory own =
      CampaignDirectory::create_part(temporary.path() / "campaign", work.plan,
                                     fmt::format("task {}", run.name()), work.order.jobs);
  TaskState state{.node = node_name()};
  cluster::DeliveryThread delivery_thread(own.root().duplicate(), campaign.duplicate(), run, state,
                                          {});
  SchedulerResult result;
  if (state.problem = unfitness(work.plan); !state.problem.empty()) {
    state.phase = TaskPhase::kUnfit;
  } else {
    const ExecuteOptions options{.parallel = work.order.parallel,
                                 .root_programs = work.order.root_programs};
    const Supervision supervision{
        .report =
            [&](const CampaignProgress& progress, const AttemptRecord*, const TestBed&) {
              state.phase = TaskPhase::kRunning;
              state.problem = progress.waiting;
              state.allowed = progress.allowed;
              state.running = static_cast<int>(progress.running_slots.size());
              state.done = progress.done;
              state.failed = progress.failed;
              delivery_thread.set_state(state);
            },
        .control = [&] { return delivery_thread.control(); },
        .first_unneeded =
            [&](int case_index) { return delivery_thread.first_unneeded(case_index); }};
    try {
      if (!work.order.jobs.empty())
        result = run_jobs(own, work.order.jobs, options, supervision, stop.token());
      state.phase = phase_of(result.end);
      state.problem = result.message;
    } catch (const Error& error) {
      state.phase = TaskPhase::kFailed;
      state.problem = error.what();
    }
  }
  state.running = 0;
  fmt::print("{}: task {}: {} done, {} failed; {}{}\n", state.node, run.name(), state.done,
             state.failed, work.order.jobs.empty() ? "nothing was missing" : to_string(state.phase),
             state.problem.empty() ? "" : ": " + printable(state.problem));
  if (delivery_thread.finish(state, stop.token().stop_requested() ? kLastDelivery : kDelivery))
    return kOk;
  throw Error("cannot deliver: " + delivery_thread.problem());
}

}  // namespace

void add_shard(CLI::App& app, Action& action) {
  auto root = std::make_shared<std::string>();
  auto task = std::make_shared<std::string>();
  auto* verb = app.add_subcommand(
      "shard",
      "Run the part of a campaign that a task of a cluster has (started by the script of "
      "`seawind run --engine slurm`)");
  verb->add_option("directory", *root, "The campaign directory")->required();
  verb->add_option("task", *task, "SUBMISSION/TASK")->required();
  verb->callback([root, task, &action] { action = [=] { return shard(*root, *task); }; });
}

}  // namespace seawind
