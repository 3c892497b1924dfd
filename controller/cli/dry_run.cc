// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/cli/dry_run.h"

#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "common/json_text.h"
#include "controller/campaign/machine.h"
#include "controller/cli/exit_codes.h"
#include "controller/cluster/slurm.h"
#include "controller/estimate/estimate.h"
#include "controller/testset/engines_file.h"
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

/// What the first submission to the cluster would be.
std::string script_of(const Plan& plan, const std::string& output, const ExecuteOptions& options) {
  const SlurmEngine settings = read_engines(engines_file()).slurm();
  const std::vector<std::size_t> jobs(static_cast<std::size_t>(plan.cases_size()),
                                      static_cast<std::size_t>(plan.test_set().repetitions()));
  cluster::Submission first =
      cluster::plan_submission(output, jobs, cluster_options(plan, settings, options));
  first.name = "seawind-1";
  return cluster::Slurm(settings).script(first);
}

}  // namespace

int dry_run(const Plan& plan, const std::string& output, const ExecuteOptions& options) {
  Plan effective = plan;
  if (!options.parallel.empty()) effective.mutable_test_set()->set_parallel(options.parallel);
  const auto folder = std::filesystem::absolute(output).lexically_normal().parent_path();
  const AutoSlots automatic = auto_slots(cores(), most_slots());
  const Estimate result = estimate(effective, earlier_runs(effective, folder), automatic);
  const auto free = free_space(folder);
  const std::string script = plan.engine().empty() ? "" : script_of(plan, output, options);
  if (options.json) {
    auto out = json_of(result, free);
    if (!script.empty()) out["script"] = script;
    fmt::print("{}\n", json_text(out, 2));
  } else {
    fmt::print("{}{}", describe(effective), describe(result, free));
    if (!script.empty()) fmt::print("The script of the first submission:\n\n{}", script);
  }
  return kOk;
}

}  // namespace seawind
