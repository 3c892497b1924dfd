// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <array>
#include <ctime>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <stdexcept>
#include <vector>

#include "common/diagnostics.h"
#include "common/error.h"
#include "common/print_error.h"
#include "common/printable.h"
#include "controller/campaign/congestion_control.h"
#include "controller/campaign/session.h"
#include "controller/cli/dry_run.h"
#include "controller/cli/execute.h"
#include "controller/cli/exit_codes.h"
#include "controller/cli/junit_file.h"
#include "controller/cli/sequential_run.h"
#include "controller/cli/verbs.h"
#include "controller/offline/configs_root.h"
#include "controller/store/store.h"
#include "controller/testset/find_test_sets.h"
#include "controller/testset/keep_cases.h"
#include "controller/testset/lab_file.h"
#include "controller/testset/root_programs.h"

namespace seawind {
namespace {

struct RunOptions {
  std::vector<std::string> named;  // test sets and folders of test sets
  std::string output;
  std::string configs;
  std::string condition;  // cases to run; empty: all
  int repetitions = 0;    // 0: the value of the test set
  bool dry_run = false;
  std::string lab;     // file of the laboratory; empty: on this machine
  std::string engine;  // of engines.yaml, or local
  std::string junit;   // file of results; empty: none
  bool allow_changes = false;
  bool shared = false;
  ExecuteOptions execute;
};

constexpr int kAnyChanges = 1'000'000;  // largest value of the key

/// A campaign that a command runs.
struct Prepared {
  std::string test_set;  // its file
  Plan plan;
  std::string output;
};

/// Rejects TCP variants that need BPF programs: a lab's hosts have kernels of their own.
void require_usable_in_lab(const Plan& plan) {
  for (const Case& one : plan.cases())
    if (needs_legacy_tcp(one.tcp()))
      throw UsageError(
          fmt::format("cannot run {} in a laboratory: TCP variant `{}` needs BPF programs, which "
                      "can be loaded only if the hosts run on this machine",
                      plan.test_set().name(), one.tcp().name()));
}

/// The files of the named test sets and folders.
std::vector<std::string> test_sets_of(const std::vector<std::string>& named) {
  std::vector<std::string> files;
  for (const auto& name : named) {
    if (!std::filesystem::is_directory(name)) {
      files.push_back(name);
      continue;
    }
    try {
      for (const auto& file : test_sets_in(name)) files.push_back(file.string());
    } catch (const Error& error) {
      throw UsageError(error.what());
    }
  }
  return files;
}

void apply(const RunOptions& options, Plan& plan) {
  if (options.repetitions > 0) {
    plan.mutable_test_set()->clear_until();
    plan.mutable_test_set()->set_repetitions(options.repetitions);
  }
  // Stored, so that a resumed campaign runs as many at the same time.
  if (!options.execute.parallel.empty())
    plan.mutable_test_set()->set_parallel(options.execute.parallel);
  if (!options.lab.empty()) *plan.mutable_lab() = read_lab(options.lab);
  if (options.engine == kSlurm) plan.set_engine(kSlurm);
  if (options.allow_changes)
    plan.mutable_test_set()->mutable_limits()->set_manual_changes(kAnyChanges);
}

/// Reads all test sets. Returns nothing, and prints the reasons, if one of them cannot run.
std::optional<std::vector<Prepared>> load_all(const RunOptions& options) {
  Diagnostics problems;
  std::vector<Prepared> all;
  for (const auto& file : test_sets_of(options.named)) {
    auto plan =
        load_plan(file, configs_root(options.configs), problems, {},
                  options.execute.root_programs ? RootPrograms::kAllowed : RootPrograms::kRefused);
    if (!plan) continue;
    apply(options, *plan);
    all.push_back({file, std::move(*plan), {}});
  }
  print_error("{}", problems.render());
  if (!problems.empty()) return {};
  return all;
}

CaseExpression condition_of(const std::string& text) {
  try {
    return CaseExpression(text);
  } catch (const UsageError& mistake) {
    throw UsageError(std::string("--case: ") + mistake.what());
  }
}

/// Removes the cases that `--case` does not select, and test sets that have none left. Throws
/// Error when the condition is wrong or selects nothing.
void select(const std::string& text, std::vector<Prepared>& all) {
  const CaseExpression condition = condition_of(text);
  std::array<std::set<std::string>, kAxisNames.size()> values;
  for (const Prepared& one : all)
    for (const Case& c : one.plan.cases())
      for (std::size_t i = 0; i < kAxisNames.size(); ++i)
        if (const auto axis = c.axes().find(kAxisNames[i]); axis != c.axes().end())
          values[i].insert(axis->second);
  std::erase_if(all, [&](Prepared& one) { return keep_cases(condition, one.plan) == 0; });
  if (!all.empty()) return;
  std::string message = fmt::format("--case: no case meets `{}`; the axes have the values", text);
  for (std::size_t i = 0; i < kAxisNames.size(); ++i)
    message += fmt::format("\n  {}: {}", kAxisNames[i], fmt::join(values[i], ", "));
  throw UsageError(message);
}

/// Whether a command line can name more than one test set. `--output` is then a folder of campaign
/// directories, however many test sets there are.
bool names_several(const std::vector<std::string>& named) {
  return named.size() > 1 || std::filesystem::is_directory(named.front());
}

/// Sets the campaign directories. Throws UsageError when two would be the same.
void name_outputs(const RunOptions& options, std::vector<Prepared>& all) {
  const std::string& wanted = options.output;
  const bool several = names_several(options.named);
  std::map<std::string, std::string> taken;  // directory -> test set
  const std::string now = fmt::format("{:%Y%m%d-%H%M%S}", fmt::localtime(std::time(nullptr)));
  for (Prepared& one : all) {
    const std::string& name = one.plan.test_set().name();
    if (wanted.empty())
      one.output = fmt::format("campaigns/{}-{}", name, now);
    else
      one.output = several ? (std::filesystem::path(wanted) / name).string() : wanted;
    const auto [other, is_new] = taken.emplace(one.output, one.test_set);
    if (!is_new)
      throw UsageError(fmt::format("{} and {} have the same name, {}: rename one of them",
                                   printable(other->second), printable(one.test_set), name));
  }
}

int run_one(const Prepared& one, const RunOptions& options) {
  if (options.dry_run) return dry_run(one.plan, one.output, options.execute);
  if (one.plan.has_lab())
    require_usable_in_lab(one.plan);
  else if (one.plan.engine().empty())  // the nodes of a cluster have kernels of their own
    require_tcp_variants(one.plan);
  // A test set's file may have the name that marks recordings.
  const std::string file = one.test_set == kRecordingTestSet ? "./" + one.test_set : one.test_set;
  auto directory = CampaignDirectory::create(
      one.output, one.plan, file, options.shared ? ReadAccess::kUmask : ReadAccess::kOwner);
  print_error("{}campaign directory: {}\n", describe(one.plan), printable(one.output));
  return execute(directory, one.output, options.execute);
}

std::vector<SequentialRun> sequential_runs(const std::vector<Prepared>& all,
                                           const RunOptions& options) {
  std::vector<SequentialRun> runs;
  for (const Prepared& one : all)
    runs.push_back({one.test_set, [&] { return run_one(one, options); }});
  return runs;
}

/// Rejects existing campaigns, so that results of an earlier run are not taken for this one's.
void require_new(const std::vector<std::filesystem::path>& campaigns) {
  for (const auto& one : campaigns)
    if (std::filesystem::exists(one))
      throw UsageError(
          fmt::format("--junit: {} exists already, from an earlier run: name another "
                      "directory by -o, or continue it with `seawind resume`",
                      printable(one.string())));
}

/// Runs these campaigns and writes their results, also those of a run that fails. Returns the exit
/// code.
int with_results(const JunitFile& junit, const std::vector<std::filesystem::path>& campaigns,
                 const std::function<int()>& run) {
  int code = kOk;
  try {
    code = run();
  } catch (const std::exception&) {
    code = report_failure();
  }
  junit.write(campaigns);
  return code;
}

int run(const RunOptions& options) {
  auto all = load_all(options);
  if (!all) return kUsage;
  if (!options.condition.empty()) select(options.condition, *all);
  name_outputs(options, *all);
  const JunitFile junit(options.junit);
  std::vector<std::filesystem::path> campaigns;
  for (const Prepared& one : *all) campaigns.emplace_back(one.output);
  if (!options.junit.empty()) require_new(campaigns);
  return with_results(junit, campaigns, [&] {
    return names_several(options.named) ? run_sequentially(sequential_runs(*all, options))
                                        : run_one(all->front(), options);
  });
}

int resume(const std::string& root, const ExecuteOptions& options, const std::string& junit_file) {
  auto directory = CampaignDirectory::open(root);
  if (is_recording(directory.store().campaign())) {
    print_error("seawind: cannot resume {}: it is a recording, which is not run again\n",
                printable(root));
    return kUsage;
  }
  if (const auto refused = root_program(directory.plan());
      !refused.empty() && !options.root_programs) {
    print_error("seawind: cannot resume {}: {}\n", printable(root), refused);
    return kUsage;
  }
  if (!directory.plan().has_lab() && directory.plan().engine().empty())
    require_tcp_variants(directory.plan());
  ExecuteOptions again = options;
  again.resumes = true;
  const JunitFile junit(junit_file);
  return with_results(junit, {root}, [&] { return execute(directory, root, again); });
}

void add_parallel(CLI::App& verb, std::string& parallel, const std::string& otherwise) {
  verb.add_option("--parallel", parallel,
                  "Repetitions that run at the same time: a number, or auto for as many as the "
                  "measured lateness allows [" +
                      otherwise + "]")
      ->check(CLI::Validator(parallel_problem, "N|auto"));
}

CLI::Option* add_junit(CLI::App& verb, std::string& file) {
  return verb.add_option("--junit", file,
                         "File for the results as JUnit XML, written at the end: a test suite is a "
                         "case, a test case a repetition [none]");
}

void add_root_programs(CLI::App& verb, bool& allowed) {
  verb.add_flag(
      kAllowRootPrograms, allowed,
      "Permit `command` flows with `user: root` to run as root [such a test set is rejected]");
}

}  // namespace

void add_run(CLI::App& app, Action& action) {
  auto options = std::make_shared<RunOptions>();
  auto* verb = app.add_subcommand(
      "run", "Run test sets, one after the other, into new campaign directories");
  verb->add_option("testset", options->named, "Test sets (YAML) and folders of test sets")
      ->required();
  verb->add_option("-o,--output", options->output,
                   "The campaign directory to make; with several test sets, the folder that "
                   "contains their campaign directories [campaigns/NAME-TIME]");
  verb->add_option("--case", options->condition,
                   "Run only the cases that meet this condition, for example 'link=e0 & "
                   "tcp~enhanced' [all cases]");
  add_parallel(*verb, options->execute.parallel, "value of the test set");
  verb->add_option(
          "--repetitions", options->repetitions,
          "Repetitions of each case, in place of `repetitions` and `until` of the test set")
      ->check(CLI::Range(1, 100000));
  verb->add_option("--lab", options->lab,
                   "Run on the machines of a laboratory, which this file describes [on this "
                   "machine]")
      ->check(CLI::ExistingFile);
  verb->add_option("--engine", options->engine,
                   "Where the repetitions run: `local`, on this machine, or `slurm`, by tasks on "
                   "the nodes of a cluster, as ~/.config/seawind/engines.yaml says [local]")
      ->check(CLI::IsMember({"local", kSlurm}))
      ->excludes("--lab");
  verb->add_flag("--allow-changes", options->allow_changes,
                 "Accept repetitions whose link is changed by hand (`seawind link change`) [they "
                 "are repeated]");
  verb->add_flag("--shared", options->shared,
                 "Permit other users to read the campaign directory, within the umask; a reader "
                 "can lock its store [only the owner reads it]");
  add_root_programs(*verb, options->execute.root_programs);
  verb->add_option("--configs", options->configs, "Folder of profiles, routers, tcp, workloads")
      ->check(CLI::ExistingDirectory);
  auto* junit = add_junit(*verb, options->junit);
  verb->add_flag(
          "--dry-run", options->dry_run,
          "Run nothing; print what would run, how long it would take and how much room it needs")
      ->excludes(junit);
  verb->add_flag("--json", options->execute.json, "Print the summary as JSON");
  verb->callback([options, &action] { action = [options] { return run(*options); }; });
}

void add_resume(CLI::App& app, Action& action) {
  auto root = std::make_shared<std::string>();
  auto junit = std::make_shared<std::string>();
  auto options = std::make_shared<ExecuteOptions>();
  auto* verb = app.add_subcommand("resume", "Run the missing repetitions of a campaign");
  verb->add_option("directory", *root, "The campaign directory")->required();
  add_parallel(*verb, options->parallel, "as when the campaign began");
  add_root_programs(*verb, options->root_programs);
  verb->add_flag("--json", options->json, "Print the summary as JSON");
  add_junit(*verb, *junit);
  verb->callback([root, junit, options, &action] {
    action = [=] { return resume(*root, *options, *junit); };
  });
}

}  // namespace seawind
