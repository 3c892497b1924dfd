// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/chrono.h>
#include <fmt/format.h>

#include <ctime>

#include "common/error.h"
#include "common/units.h"
#include "controller/cli/checks.h"
#include "controller/cli/lab_folders.h"
#include "controller/testset/lab_file.h"

namespace seawind {
namespace {

/// Half of the default limit of a start error.
constexpr std::int64_t kUnsure = 5'000'000;  // ns

Check check_host(const LabTestBedOptions& lab, const LabAddress& at) {
  const std::string name = fmt::format("lab: {}", at.identity.name);
  try {
    LabConnection host({.at = at, .lab = lab.lab, .stop = {}});
    const ClockOffset clock = host.measure_clock();
    const bool unsure = clock.uncertainty > kUnsure;
    return {name, unsure ? Check::Verdict::kWarn : Check::Verdict::kOk,
            fmt::format("{} at {}, certificate until {:%Y-%m-%d}, clock known to {}",
                        to_string(at.identity.role), at.address,
                        fmt::gmtime(static_cast<std::time_t>(host.certificate_end())),
                        short_duration(clock.uncertainty)),
            unsure ? "flows start that much too early or late, which counts as their start error: "
                     "a shorter way to the host, or a larger limit `start_error`"
                   : ""};
  } catch (const Error& error) {
    return {
        name, Check::Verdict::kFail, error.what(),
        "does `seawind-agent serve` run there, is its port open, and does no run use the lab? The "
        "output of the service says more"};
  }
}

Check check_slot(const LabTestBedOptions& lab) {
  constexpr auto kName = "lab: a slot";
  try {
    LabTestBed bed(lab);
    bed.make_slot(0);
    bed.destroy_slot(0);
    return {kName, Check::Verdict::kOk, "namespaces, tunnels, agents and filter can be made", ""};
  } catch (const Error& error) {
    return {kName, Check::Verdict::kFail, error.what(), "see the output of the service there"};
  }
}

}  // namespace

std::vector<Check> check_lab(const std::string& file) {
  const LabTestBedOptions lab = lab_options(read_lab(file));
  std::vector<Check> checks;
  bool failed = false;
  for (const LabAddress* at : {&lab.emulator, &lab.fixed, &lab.mobile}) {
    checks.push_back(check_host(lab, *at));
    failed = failed || checks.back().verdict == Check::Verdict::kFail;
  }
  if (!failed) checks.push_back(check_slot(lab));
  return checks;
}

}  // namespace seawind
