// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <functional>
#include <future>
#include <iterator>
#include <nlohmann/json.hpp>

#include "common/error.h"
#include "common/printable.h"
#include "common/units.h"
#include "controller/cli/checks.h"
#include "controller/cli/lab_folders.h"
#include "controller/cli/lab_link_test.h"
#include "controller/testset/lab_file.h"

namespace seawind {
namespace {

/// Half of the default limit of a start error.
constexpr std::int64_t kUnsure = 5'000'000;  // ns

/// The checks that are not ok in the JSON of another machine.
std::vector<Check> found_there(const std::string& host, const std::string& examination) {
  constexpr std::size_t kMostText = 1000;  // bytes
  std::vector<Check> out;
  try {
    for (const auto& one : nlohmann::json::parse(examination)) {
      const auto text = [&one](const char* key) {
        return excerpt(one.at(key).get<std::string>(), kMostText);
      };
      const std::string verdict = text("verdict");
      if (verdict == "ok") continue;
      out.push_back({fmt::format("lab: {}: {}", host, text("check")),
                     verdict == "warn" ? Check::Verdict::kWarn : Check::Verdict::kFail,
                     text("finding"), text("advice")});
    }
  } catch (const nlohmann::json::exception& error) {
    throw Error(fmt::format("cannot read what `seawind doctor` finds on {}: {}", host,
                            excerpt(error.what(), kMostText)));
  }
  return out;
}

/// Checks the host itself, then adds the checks that are not ok there.
std::vector<Check> check_host(const LabTestBedOptions& lab, const LabAddress& at) {
  const bool emulator = at.identity.role == lab::Role::kEmulator;
  std::vector<std::string> peers;
  std::vector<std::string> wires;
  for (const bool mobile : {false, true}) {
    const LabAddress& end = mobile ? lab.mobile : lab.fixed;
    const LabTestBedOptions::Wire& wire = mobile ? lab.mobile_wire : lab.fixed_wire;
    if (!emulator && &end != &at) continue;
    if (wire.at_host.empty())
      peers.push_back(emulator ? end.address : lab.emulator.address);
    else
      wires.push_back(emulator ? wire.at_emulator : wire.at_host);
  }
  const std::string name = fmt::format("lab: {}", at.identity.name);
  try {
    LabConnection host({.at = at, .lab = lab.lab, .stop = {}});
    const ClockOffset clock = host.measure_clock();
    const bool unsure = clock.uncertainty > kUnsure;
    std::vector<Check> out{
        {name, unsure ? Check::Verdict::kWarn : Check::Verdict::kOk,
         fmt::format("{} at {}, certificate until {:%Y-%m-%d}, clock known to {}",
                     to_string(at.identity.role), at.address,
                     fmt::gmtime(static_cast<std::time_t>(host.certificate_end())),
                     short_duration(clock.uncertainty)),
         unsure ? "flows start that much too early or late, which counts as their start error: "
                  "a shorter way to the host, or a larger limit `start_error`"
                : ""}};
    std::ranges::move(found_there(at.identity.name, host.examine(peers, wires)),
                      std::back_inserter(out));
    return out;
  } catch (const Error& error) {
    return {
        {name, Check::Verdict::kFail, error.what(),
         "does `seawind-agent serve` run there, is its port open, and does no run use the lab? The "
         "output of the service says more"}};
  }
}

std::vector<Check> check_slot(const LabTestBedOptions& lab) {
  constexpr auto kName = "lab: a slot";
  std::vector<Check> out;
  try {
    LabTestBed bed(lab);
    bed.make_slot(0);
    out.push_back({kName, Check::Verdict::kOk,
                   lab.fixed_wire.at_host.empty()
                       ? "namespaces, tunnels, agents and filter can be made"
                       : "namespaces and agents can be made, the wires go where the file says",
                   ""});
    out.push_back(test_lab_link(bed.access(0)));
    bed.destroy_slot(0);
  } catch (const Error& error) {
    out.push_back({out.empty() ? kName : "lab: a link", Check::Verdict::kFail, error.what(),
                   "see the output of the service there"});
  }
  return out;
}

}  // namespace

std::vector<Check> check_lab_hosts(const std::string& file) {
  const LabTestBedOptions lab = lab_options(read_lab(file));
  std::vector<std::future<std::vector<Check>>> each;
  for (const LabAddress* at : {&lab.emulator, &lab.fixed, &lab.mobile})
    each.push_back(std::async(std::launch::async, check_host, std::cref(lab), std::cref(*at)));
  std::vector<Check> checks;
  bool failed = false;
  for (auto& one : each) {
    auto found = one.get();
    failed = failed || found.front().verdict == Check::Verdict::kFail;
    std::ranges::move(found, std::back_inserter(checks));
  }
  if (!failed) std::ranges::move(check_slot(lab), std::back_inserter(checks));
  return checks;
}

}  // namespace seawind
