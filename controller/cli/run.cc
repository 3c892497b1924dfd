// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/chrono.h>
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <ctime>
#include <memory>

#include "common/printable.h"
#include "controller/cli/dry_run.h"
#include "controller/cli/execute.h"
#include "controller/cli/exit_codes.h"
#include "controller/cli/verbs.h"
#include "controller/offline/configs_root.h"
#include "controller/testset/root_programs.h"

namespace seawind {
namespace {

struct RunOptions {
  std::string test_set;
  std::string output;
  std::string configs;
  int repetitions = 0;  // 0: the value of the test set
  bool dry_run = false;
  bool allow_changes = false;
  bool shared = false;
  ExecuteOptions execute;
};

constexpr int kAnyChanges = 1'000'000;  // largest value of the key

int run(const RunOptions& options) {
  Diagnostics problems;
  auto plan =
      load_plan(options.test_set, configs_root(options.configs), problems, {},
                options.execute.root_programs ? RootPrograms::kAllowed : RootPrograms::kRefused);
  fmt::print(stderr, "{}", problems.render());
  if (!plan) return kUsage;
  if (options.repetitions > 0) {
    plan->mutable_test_set()->clear_until();
    plan->mutable_test_set()->set_repetitions(options.repetitions);
  }
  if (options.allow_changes)
    plan->mutable_test_set()->mutable_limits()->set_manual_changes(kAnyChanges);
  std::string output = options.output;
  if (output.empty())
    output = fmt::format("campaigns/{}-{:%Y%m%d-%H%M%S}", plan->test_set().name(),
                         fmt::localtime(std::time(nullptr)));
  if (options.dry_run) return dry_run(*plan, output, options.execute);
  auto directory = CampaignDirectory::create(output, *plan, options.test_set,
                                             options.shared ? Readers::kUmask : Readers::kOwner);
  fmt::print(stderr, "{}: {}\n", printable(output), describe(*plan));
  return execute(directory, output, options.execute);
}

int resume(const std::string& root, const ExecuteOptions& options) {
  auto directory = CampaignDirectory::open(root);
  if (const auto refused = root_program(directory.plan());
      !refused.empty() && !options.root_programs) {
    fmt::print(stderr, "seawind: cannot resume {}: {}\n", printable(root), refused);
    return kUsage;
  }
  return execute(directory, root, options);
}

void add_parallel(CLI::App& verb, std::string& parallel) {
  verb.add_option(
          "--parallel", parallel,
          "Repetitions that run at the same time: a number, or auto: as many as the measured "
          "lateness allows [the test set's]")
      ->check(CLI::Validator(check_parallel, "N|auto"));
}

void add_root_programs(CLI::App& verb, bool& allowed) {
  verb.add_flag(kAllowRootPrograms, allowed,
                "Programs of `command` flows that say `user: root` run as root [such a test set is "
                "refused]");
}

}  // namespace

void add_run(CLI::App& app, Action& action) {
  auto options = std::make_shared<RunOptions>();
  auto* verb = app.add_subcommand("run", "Run a test set into a new campaign directory");
  verb->add_option("testset", options->test_set, "The test set (YAML)")->required();
  verb->add_option("-o,--output", options->output,
                   "The campaign directory to make [campaigns/NAME-TIME]");
  add_parallel(*verb, options->execute.parallel);
  verb->add_option("--repetitions", options->repetitions,
                   "Repetitions of each case, whatever the test set says")
      ->check(CLI::Range(1, 100000));
  verb->add_flag("--allow-changes", options->allow_changes,
                 "Repetitions whose link is changed by hand (`seawind link change`) are valid "
                 "[they are repeated]");
  verb->add_flag("--shared", options->shared,
                 "Others may read the campaign directory, as the umask says; who may read it can "
                 "hold a lock on its store [only its owner may]");
  add_root_programs(*verb, options->execute.root_programs);
  verb->add_option("--configs", options->configs, "Folder of profiles, routers, tcp, workloads");
  verb->add_flag("--dry-run", options->dry_run,
                 "Only tell what would be run, how long it would take and how much room it needs");
  verb->add_flag("--json", options->execute.json, "Print the summary as JSON");
  verb->callback([options, &action] { action = [options] { return run(*options); }; });
}

void add_resume(CLI::App& app, Action& action) {
  auto root = std::make_shared<std::string>();
  auto options = std::make_shared<ExecuteOptions>();
  auto* verb = app.add_subcommand("resume", "Run what is missing in a campaign");
  verb->add_option("directory", *root, "The campaign directory")->required();
  add_parallel(*verb, options->parallel);
  add_root_programs(*verb, options->root_programs);
  verb->add_flag("--json", options->json, "Print the summary as JSON");
  verb->callback([root, options, &action] { action = [=] { return resume(*root, *options); }; });
}

}  // namespace seawind
