// SPDX-License-Identifier: GPL-3.0-or-later
// `seawind bridge`: a link between what exists.
#include "controller/bridge/bridge.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <cstdio>
#include <memory>
#include <utility>

#include "common/config/names.h"
#include "common/print_error.h"
#include "common/units.h"
#include "common/unix_time.h"
#include "controller/campaign/link_counters.h"
#include "controller/cli/durations.h"
#include "controller/cli/exit_codes.h"
#include "controller/cli/signals.h"
#include "controller/cli/verbs.h"
#include "controller/exec/exec_plan.h"
#include "controller/offline/configs_root.h"
#include "controller/testset/bridge_file.h"
#include "emulator/api/emulator.pb.h"

namespace seawind {
namespace {

struct BridgeVerb {
  ExecPlanChoice plan;
  std::string file, configs, record, fixed, mobile, duration;
  std::string interval = "1s";
  std::string fixed_address, mobile_address, name;
  bool json = false;
  bool quiet = false;
};

/// Changes by hand are what such a link is for: all are permitted unless limited.
void permit_changes(Plan& plan, const std::vector<std::string>& limits) {
  constexpr std::int64_t kAnyNumber = 1'000'000;  // that the key permits
  for (const std::string& limit : limits)
    if (limit.starts_with("manual_changes=")) return;
  plan.mutable_test_set()->mutable_limits()->set_manual_changes(kAnyNumber);
}

/// What the file says in place of options.
void read_file(BridgeVerb& options) {
  const BridgedLink file = read_bridged_link(options.file, options.plan.configs);
  options.plan.link = file.link();
  options.plan.router = file.router();
  options.plan.seed = file.seed();
  options.fixed = file.fixed();
  options.mobile = file.mobile();
  options.fixed_address = file.fixed_address();
  options.mobile_address = file.mobile_address();
  if (options.name.empty()) options.name = file.name();
}

/// Those of options: read_file() has checked those of the file.
void check_host_addresses(const BridgeVerb& options) {
  BridgedLink link;
  link.set_fixed(options.fixed);
  link.set_mobile(options.mobile);
  link.set_fixed_address(options.fixed_address);
  link.set_mobile_address(options.mobile_address);
  for (const auto& [option, address] : {std::pair{"--fixed-address", &options.fixed_address},
                                        std::pair{"--mobile-address", &options.mobile_address}})
    if (const std::string problem = address->empty() ? "" : host_address_problem(*address);
        !problem.empty())
      throw CLI::ValidationError(option, problem);
  if (const std::string problem = host_addresses_problem(link); !problem.empty())
    throw CLI::ValidationError(
        options.mobile_address.empty() ? "--fixed-address" : "--mobile-address", problem);
}

int bridge(BridgeVerb& options) {
  options.plan.configs = configs_root(options.configs);
  if (!options.file.empty()) read_file(options);
  for (const auto& [option, value] :
       {std::pair{"--link", &options.plan.link}, std::pair{"--fixed", &options.fixed},
        std::pair{"--mobile", &options.mobile}})
    if (value->empty()) throw CLI::RequiredError(fmt::format("{}, or a file that has it,", option));
  if (const std::string problem =
          options.name.empty() ? "" : config::name_problem(options.name, PLAIN_NAME);
      !problem.empty())
    throw CLI::ValidationError("--name", problem);
  check_host_addresses(options);
  BridgeOptions wanted{.fixed = open_bridge_end(options.fixed),
                       .mobile = open_bridge_end(options.mobile),
                       .fixed_address = options.fixed_address,
                       .mobile_address = options.mobile_address,
                       .name = options.name,
                       .record = options.record,
                       .quiet = options.quiet};
  if (!options.duration.empty()) wanted.duration = duration_of("--for", options.duration);
  wanted.interval = watch_interval(options.interval);
  options.plan.description =
      fmt::format("bridge --fixed {} --mobile {}", options.fixed, options.mobile);
  Diagnostics problems;
  auto plan = exec_plan(options.plan, problems);
  print_error("{}", problems.render());
  if (!plan) return kUsage;
  permit_changes(*plan, options.plan.limits);
  LinkReport before;
  wanted.on_report = [&](const LinkReport& now) {
    if (options.json && !options.quiet)
      fmt::print("{}\n", watch_line(now, unix_now()));
    else if (!options.quiet && before.link_time_ns() > 0)
      fmt::print("{}\n", counters_line(before, now));
    std::fflush(stdout);
    before = now;
  };
  enter_owner_of(wanted.fixed, wanted.mobile);
  const StopOnSignal stop;
  return run_bridge(*plan, std::move(wanted), stop.token()) ? kOk : kRepetitionsFailed;
}

}  // namespace

void add_bridge(CLI::App& app, Action& action) {
  auto options = std::make_shared<BridgeVerb>();
  auto* verb = app.add_subcommand("bridge",
                                  "Join interfaces, network namespaces or containers by a link "
                                  "until Ctrl-C, and print its counters");
  constexpr auto kEnds =
      "an interface, netns:NAME, container:NAME (Docker, Podman), compose:PROJECT:SERVICE, "
      "pod:NAMESPACE/NAME or pid:N";
  auto* file = verb->add_option("file", options->file,
                                "File with the link and its ends, in place of --link, --fixed, "
                                "--mobile and the other options that it has as keys")
                   ->check(CLI::ExistingFile);
  verb->add_option("--link", options->plan.link, "Link profile: a name or a file")->excludes(file);
  verb->add_option("--fixed", options->fixed,
                   fmt::format("The fixed end: {}, or nat, this machine's network", kEnds))
      ->excludes(file);
  verb->add_option("--mobile", options->mobile, fmt::format("The mobile end: {}", kEnds))
      ->excludes(file);
  verb->add_option("--router", options->plan.router,
                   "Router in front of the downlink [none; tail-drop-20 where the link needs one]")
      ->excludes(file);
  verb->add_option("--seed", options->plan.seed, "Seed of the channel")
      ->capture_default_str()
      ->check(CLI::Validator(seed_problem, "N"))
      ->excludes(file);
  verb->add_option("--fixed-address", options->fixed_address,
                   "ADDRESS/PREFIX of the interface made at the fixed end [10.N.0.1/30; none if an "
                   "end is an interface]")
      ->excludes(file);
  verb->add_option("--mobile-address", options->mobile_address,
                   "ADDRESS/PREFIX of the interface made at the mobile end [10.N.0.2/30; none if "
                   "an end is an interface]")
      ->excludes(file);
  verb->add_option("--name", options->name,
                   "Name for `seawind link` [that of the file, or of the profile]");
  verb->add_option("--for", options->duration, "Time after which it ends: 30s [Ctrl-C ends it]");
  verb->add_option("--interval", options->interval,
                   "Time between two lines of the counters: 10ms to 1h")
      ->capture_default_str();
  verb->add_option("-o,--record", options->record,
                   "Campaign directory to make, for `report`, `export` and the window [nothing is "
                   "kept]")
      ->check([](const std::string& name) { return name.empty() ? "the name is empty" : ""; });
  verb->add_option("--limit", options->plan.limits,
                   "KEY=VALUE of a test set's fidelity limits, for example lateness_p999=10ms "
                   "(repeatable)")
      ->allow_extra_args(false);
  verb->add_flag("--json", options->json, "Print the counters as JSON, a line for each interval");
  verb->add_flag("-q,--quiet", options->quiet,
                 "Print only errors and warnings, and the summary if the timing is not valid");
  verb->add_option("--configs", options->configs, "Folder of profiles and routers")
      ->check(CLI::ExistingDirectory);
  verb->callback([options, &action] { action = [options] { return bridge(*options); }; });
}

}  // namespace seawind
