// SPDX-License-Identifier: GPL-3.0-or-later
// relay_bench: measures the relay daemon from outside, beside a bare veth pair and a bare libpcap
// relay, and prints the tables of docs/performance.md.
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "common/error.h"
#include "namespaces/netns.h"
#include "tests/bench/relay_bench/bare_relay.h"
#include "tests/bench/relay_bench/daemon.h"
#include "tests/bench/relay_bench/machine.h"
#include "tests/bench/relay_bench/process.h"
#include "tests/bench/relay_bench/sections.h"
#include "tests/bench/relay_bench/targets.h"

namespace seawind::bench {
namespace {

struct Options {
  bool quick = false;
  int runs = 0;
  double seconds = 0;
  int links = 0;
  std::vector<std::string> ports;
  std::vector<std::string> only;
  std::string json;
  std::string daemon = std::filesystem::path(own_program()).parent_path() / "seawindd";
  int cpu = -1;
  bool realtime_only = false;
  bool no_realtime = false;
};

/// The port kinds to measure: the requested ones, or all that the daemon has. Throws for an unknown
/// one.
std::vector<std::string> choose_ports(const Options& options) {
  if (options.ports == std::vector<std::string>{"none"}) return {};
  const Fd anywhere = make_network_namespace();
  const auto known = Daemon(anywhere.get(), options.daemon, false).port_kinds();
  if (options.ports.empty()) return known;
  for (const auto& port : options.ports)
    if (std::find(known.begin(), known.end(), port) == known.end())
      throw Error(fmt::format("cannot measure port kind '{}': the daemon has {}", port,
                              fmt::join(known, ", ")));
  return options.ports;
}

Plan make_plan(const Options& options) {
  Plan plan;
  plan.runs = options.runs > 0 ? options.runs : (options.quick ? 1 : 5);
  plan.seconds = options.seconds > 0 ? options.seconds : (options.quick ? 0.25 : 5);
  plan.links = options.links > 0 ? options.links : (options.quick ? 10 : 1000);
  plan.search_steps = options.quick ? 5 : 8;
  plan.spin_rates = {1, 10, 100, 1'000, 5'000, 10'000, 20'000, 50'000};
  if (options.quick) plan.spin_rates = {1'000, 20'000};
  plan.daemon_program = options.daemon;
  plan.ports_given = !options.ports.empty();
  if (options.realtime_only && !realtime_allowed())
    throw Error("cannot measure with real-time priority: SCHED_FIFO is refused here");
  const auto ports = choose_ports(options);
  for (const bool realtime : {true, false}) {
    if (realtime ? options.no_realtime || !realtime_allowed() : options.realtime_only) continue;
    plan.relays.push_back({RelayKind::What::kBareRelay, "", realtime, options.cpu});
    for (const auto& port : ports)
      plan.relays.push_back({RelayKind::What::kDaemon, port, realtime, options.cpu});
    if (realtime || !realtime_allowed()) continue;
    for (const auto& port : ports)
      plan.relays.push_back({RelayKind::What::kDaemon, port, realtime, options.cpu, true});
  }
  return plan;
}

int run(const Options& options) {
  // Before anything starts a thread.
  if (geteuid() != 0) enter_user_namespace();
  const auto machine = describe_machine();
  const auto plan = make_plan(options);
  const std::vector<std::pair<std::string, std::vector<Results> (*)(const Plan&)>> sections = {
      {"accuracy", measure_accuracy}, {"throughput", measure_throughput},
      {"offloads", measure_offloads}, {"cost", measure_cost},
      {"links", measure_links},       {"spin", measure_spin},
      {"features", measure_features},
  };
  nlohmann::json json{{"runs", plan.runs}, {"seconds", plan.seconds}, {"tables", nullptr}};
  std::string text = "| | |\n|---|---|\n";
  for (const auto& [name, value] : machine) {
    text += fmt::format("| {} | {} |\n", name, value);
    json["machine"][name] = value;
  }
  json["relay_cpu"] = options.cpu;
  text += fmt::format("| relay runs on | {} |\n",
                      options.cpu < 0 ? "any processor" : fmt::format("processor {}", options.cpu));
  text += fmt::format("| runs | {} of {} s each, medians shown |\n\n", plan.runs, plan.seconds);
  std::vector<Results> tables;
  for (const auto& [name, measure_section] : sections) {
    const auto& only = options.only;
    if (!only.empty() && std::find(only.begin(), only.end(), name) == only.end()) continue;
    for (const auto& table : measure_section(plan)) {
      if (table.empty()) continue;  // no daemon in the plan
      text += table.markdown();
      json["tables"][table.key()] = table.json();
      tables.push_back(table);
    }
  }
  const auto targets = judge(tables);
  text += markdown(targets);
  json["targets"] = seawind::bench::json(targets);
  fmt::print("{}", text);
  if (!options.json.empty()) {
    std::ofstream file(options.json);
    file << json.dump(2) << "\n";
    if (!file.flush()) throw system_error("write " + options.json);
  }
  return 0;
}

}  // namespace
}  // namespace seawind::bench

int main(int argc, char** argv) {
  using namespace seawind::bench;
  CLI::App app{"Measures the relay daemon: lateness, throughput, cost, many links, stalls"};
  Options options;
  app.add_flag("--quick", options.quick,
               "short runs, about a minute: a check, not a figure to quote");
  app.add_option("--runs", options.runs, "runs of each measurement; medians are shown (default 5)")
      ->check(CLI::Range(1, 100));
  app.add_option("--seconds", options.seconds, "length of one measurement (default 5)")
      ->check(CLI::Range(0.05, 60.0));
  app.add_option("--links", options.links, "links in the many-links measurements (default 1000)")
      ->check(CLI::Range(2, 4000));
  app.add_option(
         "--ports", options.ports,
         "port kinds, comma-separated (default: all the daemon has, for many links the daemon's "
         "choice; none: no daemon)")
      ->delimiter(',');
  app.add_option("--only", options.only,
                 "accuracy, throughput, offloads, cost, links, spin, features")
      ->delimiter(',')
      ->check(CLI::IsMember(
          {"accuracy", "throughput", "offloads", "cost", "links", "spin", "features"}));
  app.add_option("--json", options.json, "write every run's values to this file");
  app.add_option("--seawindd", options.daemon, "the daemon (default: beside this program)");
  app.add_option("--cpu", options.cpu, "run the relays on this processor alone (default: any)")
      ->check(CLI::Range(0, 1023));
  auto* rt = app.add_flag("--rt", options.realtime_only, "only with real-time priority");
  app.add_flag("--no-rt", options.no_realtime, "only without (default: both, where allowed)")
      ->excludes(rt);

  // The other roles of this program; it starts itself in them.
  auto* busy = app.add_subcommand("busy")->group("");
  double busy_seconds = 0;
  busy->add_option("--seconds", busy_seconds)->required();
  auto* relay = app.add_subcommand("bare-relay")->group("");
  BareRelayOptions bare;
  relay->add_option("--fixed", bare.fixed_interface)->required();
  relay->add_option("--mobile", bare.mobile_interface)->required();
  relay->add_option("--delay-ns", bare.delay_ns)->required();
  relay->add_option("--seconds", bare.seconds)->required();
  relay->add_option("--cpu", bare.cpu);
  relay->add_flag("--realtime", bare.realtime);
  auto* without = app.add_subcommand("without-rt")->group("")->prefix_command();

  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  }
  try {
    if (busy->parsed()) return be_busy(busy_seconds), 0;
    if (relay->parsed()) return run_bare_relay(bare), 0;
    if (without->parsed()) exec_without_priority_rights(without->remaining());
    return run(options);
  } catch (const std::exception& error) {
    fmt::print(stderr, "relay_bench: {}\n", error.what());
    return 3;
  }
}
