// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/cli/dry_run.h"

#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "controller/campaign/host.h"
#include "controller/cli/exit_codes.h"
#include "controller/estimate/estimate.h"
#include "controller/testset/plan.h"

namespace seawind {
namespace {

nlohmann::ordered_json json_of(const Range& range) {
  return {{"least", range.least}, {"typical", range.typical}, {"most", range.most}};
}

nlohmann::ordered_json json_of(const Estimate& estimate, std::optional<double> free) {
  nlohmann::ordered_json out{{"cases", estimate.cases},
                             {"runs", estimate.runs},
                             {"least_runs", estimate.least_runs},
                             {"parallel", estimate.parallel},
                             {"parallel_fixed", estimate.parallel_fixed},
                             {"seconds", json_of(estimate.seconds)},
                             {"bytes", json_of(estimate.bytes)},
                             {"free_bytes", nullptr},
                             {"basis", basis_of(estimate)},
                             {"each", nlohmann::json::array()}};
  if (free) out["free_bytes"] = *free;
  for (const auto& c : estimate.each)
    out["each"].push_back({{"case", c.id},
                           {"earlier_attempts", c.measured},
                           {"seconds", json_of(c.seconds)},
                           {"bytes", json_of(c.bytes)}});
  return out;
}

}  // namespace

int dry_run(const Plan& plan, const std::string& output, const ExecuteOptions& options) {
  Plan effective = plan;
  if (!options.parallel.empty()) effective.mutable_test_set()->set_parallel(options.parallel);
  const auto folder = std::filesystem::absolute(output).lexically_normal().parent_path();
  const AutoSlots automatic = auto_slots(cores(), most_slots());
  const Estimate result = estimate(effective, earlier_runs(effective, folder), automatic);
  const auto free = free_space(folder);
  if (options.json)
    fmt::print("{}\n", json_of(result, free).dump(2));
  else
    fmt::print("{}{}", describe(effective), describe(result, free));
  return kOk;
}

}  // namespace seawind
