// SPDX-License-Identifier: GPL-3.0-or-later
// `seawind exec`: a command over a link, in one line.
#include "controller/exec/exec.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <set>

#include "common/error.h"
#include "common/print_error.h"
#include "common/printable.h"
#include "common/units.h"
#include "controller/cli/exit_codes.h"
#include "controller/cli/verbs.h"
#include "controller/exec/exec_plan.h"
#include "controller/offline/configs_root.h"

namespace seawind {
namespace {

struct Options {
  ExecPlanChoice plan;
  std::string configs;
  std::string record;
  ExecOptions exec;
};

int run(Options& options) {
  options.plan.configs = configs_root(options.configs);
  options.plan.description = fmt::format("{}", fmt::join(options.exec.command, " "));
  options.exec.record = options.record;
  if (const auto& ports = options.exec.expose;
      std::set(ports.begin(), ports.end()).size() < ports.size())
    throw UsageError("--expose: a port is given twice");
  Diagnostics problems;
  const auto plan = exec_plan(options.plan, problems);
  print_error("{}", problems.render());
  if (!plan) return kUsage;
  try {
    return exec_command(*plan, options.exec);
  } catch (const UsageError&) {  // nothing was run
    throw;
  } catch (const std::exception& error) {
    print_error("seawind: {}\n", printable(error.what()));
    return kExecFailed;
  }
}

}  // namespace

void add_exec(CLI::App& app, Action& action) {
  auto options = std::make_shared<Options>();
  auto* verb = app.add_subcommand(
      "exec", "Run a command over a link: `seawind exec --link NAME -- COMMAND ARGUMENT...`");
  // The words of the command are taken as they are: everything from the first word that is no
  // option. An option of the parser would split `[a,b]`.
  verb->prefix_command();
  verb->add_option("--link", options->plan.link, "Link profile: a name or a file")->required();
  verb->add_option("--router", options->plan.router,
                   "Router in front of the downlink [none; tail-drop-20 where the link needs one]");
  verb->add_option("--tcp", options->plan.tcp,
                   "TCP variant of both hosts: a name or a file; linux-default is CUBIC")
      ->capture_default_str();
  verb->add_option("--seed", options->plan.seed, "Seed of the channel")
      ->capture_default_str()
      ->check(CLI::Validator(seed_problem, "N"));
  verb->add_option("-o,--record", options->record,
                   "Campaign directory to make, for `report`, `export` and the window; it also has "
                   "the command line, with the secrets in it [nothing is kept]")
      ->check([](const std::string& name) { return name.empty() ? "the name is empty" : ""; });
  verb->add_option(
          "--at-fixed", options->exec.at_fixed,
          "Program of the fixed host, a line for /bin/sh, that runs from before the command "
          "until after it; the command reaches it by the host name `fixed` (repeatable)")
      ->allow_extra_args(false);
  verb->add_option("--wait-port", options->exec.wait_ports,
                   "TCP port of the fixed host that must be open before the command runs "
                   "[any; at most a second] (repeatable)")
      ->needs("--at-fixed")
      ->check(CLI::Range(1, 65535))
      ->allow_extra_args(false);
  verb->add_flag("--nat", options->exec.nat,
                 "Connect the fixed host to this machine's network, so that the command reaches it "
                 "over the link [set inside another `seawind exec`]");
  verb->add_option("--expose", options->exec.expose,
                   "TCP port of this machine's loopback interface that the command reaches at the "
                   "fixed host's address (repeatable)")
      ->check(CLI::Range(1, 65535))
      ->allow_extra_args(false);
  verb->add_flag(
      "--offloads", options->plan.offloads,
      "The hosts keep segmentation and checksum offload, for links of gigabits; the link "
      "models each segment");
  verb->add_option("--limit", options->plan.limits,
                   "KEY=VALUE of a test set's fidelity limits, for example lateness_p999=10ms "
                   "(repeatable)")
      ->allow_extra_args(false);
  verb->add_flag("-q,--quiet", options->exec.quiet,
                 "Print only errors and warnings, and the summary if the timing is not valid");
  verb->add_option("--configs", options->configs, "Folder of profiles, routers and tcp")
      ->check(CLI::ExistingDirectory);
  verb->callback([options, verb, &action] {
    options->exec.command = verb->remaining();
    if (options->exec.command.empty()) throw UsageError("a command is required after `--`");
    action = [options] { return run(*options); };
  });
}

}  // namespace seawind
