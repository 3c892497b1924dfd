// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>

#include "common/error.h"
#include "common/json_text.h"
#include "controller/cli/checks.h"
#include "controller/cli/exit_codes.h"
#include "controller/cli/verbs.h"
#include "controller/testbed/gateway_journal.h"

namespace seawind {
namespace {

const char* word(Check::Verdict verdict) {
  switch (verdict) {
    case Check::Verdict::kOk:
      return "ok";
    case Check::Verdict::kWarn:
      return "warn";
    case Check::Verdict::kFail:
      return "fail";
  }
  return "";
}

/// Settings that a killed `seawind exec` has left in this network.
Check left_settings() {
  constexpr auto kName = "settings of exec";
  try {
    const auto [written, runs] = restore_gateways();
    std::vector<std::string> in_use;
    for (const auto& run : runs)
      in_use.push_back(fmt::format("{} of process {}", run.interface, run.process));
    std::string found =
        written.empty() ? "none left" : fmt::format("put back {}", fmt::join(written, ", "));
    if (!in_use.empty()) found += fmt::format("; in use: {}", fmt::join(in_use, ", "));
    return {kName, Check::Verdict::kOk, found, ""};
  } catch (const Error& error) {
    return {kName, Check::Verdict::kWarn, error.what(),
            "they are tried again by the next test bed"};
  }
}

std::vector<Check> check_this_machine(Machine machine) {
  auto checks = check_kernel(machine);
  if (machine == Machine::kWhole) checks.push_back(left_settings());
  std::ranges::copy(check_limits(), std::back_inserter(checks));
  std::ranges::copy(check_machine(machine), std::back_inserter(checks));
  return checks;
}

struct HostLinks {
  std::vector<std::string> peers;
  std::vector<std::string> wires;
};

int doctor(const std::string& lab, Machine machine, const HostLinks& links, bool json) {
  auto checks = lab.empty() ? check_this_machine(machine) : check_lab_hosts(lab);
  for (const std::string& peer : links.peers)
    for (const Check& check : check_tunnel(peer))  // tunnels may use one interface
      if (std::ranges::find(checks, check) == checks.end()) checks.push_back(check);
  for (const std::string& wire : links.wires)
    std::ranges::move(check_wire(wire), std::back_inserter(checks));
  auto out = nlohmann::ordered_json::array();
  for (const auto& check : checks) {
    if (json) {
      out.push_back({{"check", check.name},
                     {"verdict", word(check.verdict)},
                     {"finding", check.finding},
                     {"advice", check.advice}});
    } else {
      fmt::print("{:4}  {:20}  {}\n", word(check.verdict), check.name, check.finding);
      if (!check.advice.empty()) fmt::print("      {:20}  {}\n", "", check.advice);
    }
  }
  if (json) fmt::print("{}\n", json_text(out, 2));
  const bool failed = std::ranges::any_of(
      checks, [](const Check& check) { return check.verdict == Check::Verdict::kFail; });
  return failed ? kCannotSetUp : kOk;
}

}  // namespace

void add_doctor(CLI::App& app, Action& action) {
  auto json = std::make_shared<bool>(false);
  auto lab = std::make_shared<std::string>();
  auto* verb = app.add_subcommand(
      "doctor", "Check the features, rights and limits of this machine, or of a laboratory");
  auto host = std::make_shared<bool>(false);
  auto* file =
      verb->add_option("--lab", *lab, "Check the machines of the laboratory in this file instead")
          ->check(CLI::ExistingFile);
  auto* only = verb->add_flag("--host", *host, "Check only what a host of a laboratory needs")
                   ->excludes(file);
  auto links = std::make_shared<HostLinks>();
  verb->add_option("--peer", links->peers, "Check the way of a tunnel to this IPv4 address, too")
      ->check(CLI::ValidIPV4)
      ->needs(only)
      ->take_all();
  verb->add_option("--wire", links->wires,
                   "Check this network interface, which will carry a link, too")
      ->needs(only)
      ->take_all();
  verb->add_flag("--json", *json, "Print JSON");
  verb->callback([json, lab, host, links, &action] {
    action = [json, lab, host, links] {
      return doctor(*lab, *host ? Machine::kLabHost : Machine::kWhole, *links, *json);
    };
  });
}

}  // namespace seawind
