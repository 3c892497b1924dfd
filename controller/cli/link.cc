// SPDX-License-Identifier: GPL-3.0-or-later
// `seawind link`: the link model without hosts, and links that run: of a repetition, a bridge or a
// daemon (link_live.h). `replay` sends a capture through a link profile in virtual time: it
// resolves the profile and executes seawind-link (emulator/offline).
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "common/print_error.h"
#include "common/units.h"
#include "controller/cli/exit_codes.h"
#include "controller/cli/link_live.h"
#include "controller/cli/verbs.h"
#include "controller/offline/configs_root.h"
#include "controller/offline/link_program.h"
#include "controller/offline/load_hop.h"

namespace seawind {
namespace {

struct LinkOptions {
  std::string capture, output, events, configs;
  HopChoice hop;
  std::vector<std::string> fixed, mobile;
  bool json = false;
};

int replay(LinkOptions options) {
  options.hop.configs = configs_root(options.configs);
  Diagnostics problems;
  const auto hop = load_hop(options.hop, problems);
  print_error("{}", problems.render());
  if (!hop) return kUsage;
  std::vector<std::string> arguments{"replay", options.capture, "--hop",
                                     "-",      "--seed",        std::to_string(options.hop.seed),
                                     "-o",     options.output};
  const auto add = [&arguments](const char* option, const std::string& value) {
    if (value.empty()) return;
    arguments.emplace_back(option);
    arguments.push_back(value);
  };
  add("--events", options.events);
  for (const auto& address : options.fixed) add("--fixed", address);
  for (const auto& address : options.mobile) add("--mobile", address);
  if (options.json) arguments.emplace_back("--json");
  if (!options.json) {
    fmt::print("link: {}{}\n", hop->spec.link().name(),
               hop->router.empty() ? "" : ", router " + hop->router);
    std::fflush(stdout);
  }
  exec_seawind_link(arguments, hop->spec);
}

}  // namespace

void add_link(CLI::App& app, Action& action) {
  auto options = std::make_shared<LinkOptions>();
  auto* verb = app.add_subcommand("link",
                                  "List, make, watch, show, change and end links that run; send a "
                                  "capture through the link model");
  verb->require_subcommand(1);
  add_live_link(*verb, action);
  auto* replay_verb = verb->add_subcommand(
      "replay", "Send a capture through a link in virtual time and write what the receiver gets");
  replay_verb->add_option("capture", options->capture, "The capture (pcap or pcapng)")->required();
  replay_verb->add_option("--link", options->hop.profile, "Link profile: a name or a file")
      ->required();
  replay_verb->add_option("--seed", options->hop.seed, "Seed of the repetition")
      ->capture_default_str()
      ->check(CLI::Validator(seed_problem, "N"));
  replay_verb->add_option("-o,--output", options->output, "The capture to write (pcapng)")
      ->required();
  replay_verb->add_option("--events", options->events, "Event log to write (zstd)");
  replay_verb->add_option(
      "--router", options->hop.router,
      fmt::format("Router in front of the downlink [none; {} where the link needs one]",
                  kDefaultRouter));
  replay_verb->add_option("--uplink-router", options->hop.uplink_router,
                          "Router in front of the uplink [none]");
  auto* fixed = replay_verb->add_option("--fixed", options->fixed,
                                        "ADDRESS[/PREFIX] of the fixed side (repeatable)");
  replay_verb
      ->add_option("--mobile", options->mobile,
                   "ADDRESS[/PREFIX] of the mobile side (repeatable) [the address that receives "
                   "the most bytes]")
      ->excludes(fixed);
  replay_verb->add_option("--configs", options->configs, "Folder of profiles and routers")
      ->check(CLI::ExistingDirectory);
  replay_verb->add_flag("--json", options->json, "Print the summary as JSON");
  replay_verb->callback([options, &action] { action = [options] { return replay(*options); }; });
}

}  // namespace seawind
