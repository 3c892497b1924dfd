// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/cli/execute.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>

#include "common/error.h"
#include "common/json_text.h"
#include "common/print_error.h"
#include "common/printable.h"
#include "common/unix_time.h"
#include "controller/campaign/control.h"
#include "controller/campaign/live.h"
#include "controller/campaign/live_report.h"
#include "controller/campaign/machine.h"
#include "controller/campaign/run_campaign.h"
#include "controller/campaign/runner.h"
#include "controller/campaign/verdict.h"
#include "controller/cli/exit_codes.h"
#include "controller/cli/lab_folders.h"
#include "controller/cli/progress.h"
#include "controller/cli/signals.h"
#include "controller/cluster/slurm.h"
#include "controller/estimate/estimate.h"
#include "controller/report/report_model.h"
#include "controller/store/layout.h"
#include "controller/testbed/local.h"
#include "controller/testset/engines_file.h"
#include "controller/testset/plan.h"

namespace seawind {
namespace {

Admission admission_of(const Plan& plan, const std::string& parallel, int pending) {
  TestSet effective = plan.test_set();
  if (!parallel.empty()) effective.set_parallel(parallel);
  if (plan.has_lab()) {
    const int slots = static_cast<int>(plan.lab().parallel());
    return Admission::fixed(std::min(parallel_slots(effective).value_or(slots), slots));
  }
  if (const auto number = parallel_slots(effective)) {
    const int room = slots_in_descriptors(open_files_limit());
    if (*number > room)
      print_error(
          "seawind: the limit of {} open files has room for {} repetitions at a time, not {}: "
          "raise the hard limit (ulimit -Hn, LimitNOFILE=)\n",
          open_files_limit(), room, *number);
    return Admission::fixed(std::min(*number, room));
  }
  const int most = std::min(std::max(1, pending), most_slots());
  return Admission::automatic(cores(), most, smallest_lateness_limits(plan).p999);
}

const char* name_of(CampaignEnd end) {
  switch (end) {
    case CampaignEnd::kComplete:
      return "complete";
    case CampaignEnd::kStopped:
      return "interrupted";
    case CampaignEnd::kStorageFailed:
      return "storage failed";
    case CampaignEnd::kBedFailed:
      return "test bed failed";
  }
  return "";
}

int exit_code(CampaignEnd end, const StoreProgress& progress) {
  if (end == CampaignEnd::kStopped) return kInterrupted;
  if (end != CampaignEnd::kComplete) return kCannotSetUp;
  return progress.failed > 0 ? kRepetitionsFailed : kOk;
}

void explain(const SchedulerResult& result, const std::string& shown, bool on_cluster) {
  if (result.end == CampaignEnd::kStorageFailed)
    print_error(
        "seawind: cannot write to the campaign {0}: {1}\nFinished repetitions are kept. "
        "Remove the cause, then continue with `seawind resume {0}`.\n",
        shown, result.message);
  if (result.end == CampaignEnd::kBedFailed && on_cluster)
    print_error(
        "seawind: the cluster cannot run this: {0}\nSee {1}/cluster and {2}, then continue with "
        "`seawind resume {1}`, which reads both anew.\n",
        result.message, shown, printable(engines_file().string()));
  if (result.end == CampaignEnd::kBedFailed && !on_cluster)
    print_error(
        "seawind: the test bed failed repeatedly: {0}\nSee {1}/logs and `seawind doctor`, then "
        "continue with `seawind resume {1}`.\n",
        result.message, shown);
  if (result.end == CampaignEnd::kStopped)
    print_error("seawind: {}; continue with `seawind resume {}`.\n", result.message, shown);
}

/// Warns of what the test set requires and valid repetitions do not have. Results that cannot be
/// read are a warning as well, because the run has ended.
void warn_about_results(const Plan& plan, const std::string& campaign) {
  if (plan.test_set().timeline().empty() && !plan.test_set().has_until()) return;
  const auto warn = [](const std::string& text) { print_error("seawind: warning: {}\n", text); };
  try {
    const CampaignResults results = load_results(campaign);
    for (const std::string& sentence : {ended_early(plan, results), imprecise_cases(plan, results)})
      if (!sentence.empty()) warn(sentence);
  } catch (const Error& error) {
    warn(printable(error.what()));
  }
}

/// Removes the request to the run at the run's end.
struct ControlRemover {
  const Directory& campaign;
  ~ControlRemover() {
    try {
      campaign.remove(kControlFile);
    } catch (const Error&) {  // the next run removes it
    }
  }
};

std::unique_ptr<LocalTestBed> make_local(const CampaignDirectory& directory,
                                         const ExecuteOptions& options,
                                         const std::stop_token& stop) {
  const TestSet& test_set = directory.plan().test_set();
  return std::make_unique<LocalTestBed>(
      LocalTestBedOptions{.log_dir = directory.work().duplicate(),
                          .program_logs = directory.logs().duplicate(),
                          .mtu = static_cast<int>(test_set.mtu()),
                          .offloads = test_set.offloads(),
                          .root_programs = options.root_programs,
                          .addresses = {.nat64_prefixes = nat64_prefixes(directory.plan())},
                          .relay_processors = set_apart_relay_processors(),
                          .stop = stop});
}

/// Adds the program's name unless it is in the list.
void add_program(const Program& program, std::vector<std::string>& programs) {
  if (program.argv().empty()) return;
  if (std::find(programs.begin(), programs.end(), program.argv(0)) == programs.end())
    programs.push_back(program.argv(0));
}

std::unique_ptr<LabTestBed> make_lab(const CampaignDirectory& directory,
                                     const ExecuteOptions& options, const std::stop_token& stop) {
  const TestSet& test_set = directory.plan().test_set();
  LabTestBedOptions lab = lab_options(directory.plan().lab());
  lab.mtu = static_cast<int>(test_set.mtu());
  lab.offloads = test_set.offloads();
  lab.root_programs = options.root_programs;
  for (const Case& one : directory.plan().cases()) {
    for (const Flow& flow : one.workload().flows()) {
      const bool down = flow.direction() == Flow::DOWN;
      const Command& command = flow.command();
      add_program(down ? command.source() : command.sink(), lab.fixed_programs);
      add_program(down ? command.sink() : command.source(), lab.mobile_programs);
    }
  }
  lab.addresses.nat64_prefixes = nat64_prefixes(directory.plan());
  lab.awaits_last_run = options.resumes;
  lab.stop = stop;
  return std::make_unique<LabTestBed>(std::move(lab));
}

/// Shows a run on the terminal and in live.json.
class Display {
 public:
  Display(const CampaignDirectory& directory, ProgressPrinter& printer)
      : plan_(directory.plan()), printer_(printer), live_(directory.root().duplicate()) {}

  void report(const CampaignProgress& progress, const AttemptRecord* attempt,
              const std::string& relay) {
    printer_.report(progress, attempt);
    LiveState state = live_state(plan_, progress);
    state.pid = getpid();
    state.started_unix_ns = started_;
    state.updated_unix_ns = unix_now();
    state.relay = relay;
    live_.update(state, std::chrono::steady_clock::now());
  }

  void say(const std::string& line) { printer_.say(line); }

 private:
  const Plan& plan_;
  ProgressPrinter& printer_;
  LiveFile live_;
  const std::int64_t started_ = unix_now();
};

/// Reads the request in the directory. The last one holds while none can be read.
std::function<ControlRequest()> control_of(const CampaignDirectory& directory) {
  return [&directory, last = ControlRequest::kRun]() mutable {
    return last = read_control(directory.root(), last);
  };
}

SchedulerResult run_local(CampaignDirectory& directory, const ExecuteOptions& options,
                          Display& display, const std::stop_token& stop) {
  return run_jobs(
      directory, directory.pending(), options,
      {.report =
           [&](const CampaignProgress& progress, const AttemptRecord* attempt, const TestBed& bed) {
             display.report(progress, attempt, bed.daemon_socket());
           },
       .control = control_of(directory),
       .first_unneeded = [&](int case_index) { return directory.apply_until(case_index); }},
      stop);
}

SchedulerResult run_on_cluster(CampaignDirectory& directory, const ExecuteOptions& options,
                               Display& display, const std::stop_token& stop) {
  const SlurmEngine settings = read_engines(engines_file()).slurm();
  cluster::Slurm slurm(settings);
  return cluster::run_on_cluster(
      directory, slurm, machine_clock(), cluster_options(directory.plan(), settings, options),
      {.report = [&](const CampaignProgress& progress) { display.report(progress, nullptr, {}); },
       .control = control_of(directory),
       .say = [&](const std::string& line) { display.say(line); }},
      stop);
}

SchedulerResult run(CampaignDirectory& directory, const ExecuteOptions& options,
                    ProgressPrinter& printer) {
  if (directory.store().progress().pending == 0) return {};
  const StopOnSignal stop;
  const ControlRemover remover{directory.root()};
  Display display(directory, printer);
  return directory.plan().engine().empty()
             ? run_local(directory, options, display, stop.token())
             : run_on_cluster(directory, options, display, stop.token());
}

}  // namespace

cluster::ClusterOptions cluster_options(const Plan& plan, const SlurmEngine& settings,
                                        const ExecuteOptions& options) {
  constexpr double kNanoseconds = 1e9;
  TestSet effective = plan.test_set();
  if (!options.parallel.empty()) effective.set_parallel(options.parallel);
  cluster::ClusterOptions out;
  out.most_tasks = static_cast<int>(settings.tasks());
  out.task_seconds = static_cast<double>(settings.task_time()) / kNanoseconds;
  out.slots = parallel_slots(effective).value_or(Admission::kStartPerCore *
                                                 static_cast<int>(settings.cpus()));
  out.parallel = options.parallel;
  out.grace = std::chrono::milliseconds(settings.grace() / 1'000'000);
  out.root_programs = options.root_programs;
  for (const CaseEstimate& one : estimate(plan, {}, {}).each)
    out.seconds.push_back(one.seconds.typical);
  return out;
}

SchedulerResult run_jobs(CampaignDirectory& directory, std::vector<Job> pending,
                         const ExecuteOptions& options, const Supervision& supervision,
                         std::stop_token stop) {
  const Plan& plan = directory.plan();
  std::unique_ptr<TestBed> bed;
  try {
    if (plan.has_lab())
      bed = make_lab(directory, options, stop);
    else
      bed = make_local(directory, options, stop);
  } catch (const Error&) {
    if (!stop.stop_requested()) throw;
    return {CampaignEnd::kStopped, "interrupted"};
  }
  const auto before = directory.store().progress();
  const Admission admission =
      admission_of(plan, options.parallel, static_cast<int>(pending.size()));
  SchedulerOptions scheduling;
  scheduling.attempts = static_cast<int>(plan.test_set().limits().attempts());
  scheduling.done_before = before.done;
  scheduling.failed_before = before.failed;
  scheduling.machine_problem = [limits =
                                    smallest_lateness_limits(plan)](const PauseTotals& pauses) {
    return beyond_text(pauses, limits);
  };
  for (const CaseEstimate& one : estimate(plan, {}, {}).each)
    scheduling.expected.push_back(one.seconds.typical);
  const SchedulerHooks hooks{
      .run =
          [&](const Job& job, int slot, const SlotAccess& access, std::stop_token token,
              const std::function<void()>& begun) {
            return run_attempt(plan, job, slot, access, peers_of(access), machine_clock(),
                               directory.work(), std::move(token), begun);
          },
      .commit = [&](const Job& job, AttemptRecord& record,
                    RepetitionState state) { directory.commit(job, record, state); },
      .first_unneeded = supervision.first_unneeded,
      .discard = [&](const Job& job) { directory.discard(job); },
      .check_room =
          [&] {
            directory.check_room();
            bed->check_room();
          },
      .report = [&](const CampaignProgress& progress,
                    const AttemptRecord* attempt) { supervision.report(progress, attempt, *bed); },
      .control = supervision.control};
  return run_campaign(*bed, std::move(pending), admission, scheduling, hooks, std::move(stop));
}

int execute(CampaignDirectory& directory, const std::string& shown, const ExecuteOptions& options) {
  const std::string name = printable(shown);
  const auto before = directory.store().progress();
  const int total = before.pending + before.done + before.failed;
  std::vector<std::string> names;
  for (const auto& c : directory.store().cases()) names.push_back(c.name);
  SchedulerResult result;
  {
    ProgressPrinter printer(std::move(names), total, !directory.plan().engine().empty());
    result = run(directory, options, printer);
  }
  explain(result, name, !directory.plan().engine().empty());
  if (result.end == CampaignEnd::kComplete) warn_about_results(directory.plan(), shown);
  const auto now = directory.store().progress();
  const int code = exit_code(result.end, now);
  if (options.json) {
    const nlohmann::ordered_json summary{{"campaign", shown},
                                         {"end", name_of(result.end)},
                                         {"message", result.message},
                                         {"repetitions", total},
                                         {"done", now.done},
                                         {"failed", now.failed},
                                         {"pending", now.pending},
                                         {"skipped", now.skipped},
                                         {"invalid_attempts", now.invalid_attempts},
                                         {"machine_attempts", now.machine_attempts},
                                         {"failed_attempts", now.failed_attempts},
                                         {"exit_code", code}};
    fmt::print("{}\n", json_text(summary, 2));
  } else {
    fmt::print("{}: {} of {} repetitions done, {} failed, {} pending{}{}\n", name, now.done,
               now.done + now.failed + now.pending, now.failed, now.pending,
               now.skipped > 0 ? fmt::format(", {} not needed", now.skipped) : "",
               now.machine_attempts > 0
                   ? fmt::format("; {} attempt{} lost to the machine", now.machine_attempts,
                                 now.machine_attempts == 1 ? "" : "s")
                   : "");
    if (result.end == CampaignEnd::kComplete) fmt::print("Read it with: seawind report {}\n", name);
  }
  return code;
}

}  // namespace seawind
