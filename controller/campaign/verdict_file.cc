// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/campaign/verdict_file.h"

#include <nlohmann/json.hpp>

#include "common/json_text.h"
#include "controller/testset/lateness_limits.h"

namespace seawind {

void write_verdict(const Directory& directory, const Plan& plan, const Job& job,
                   const AttemptRecord& record) {
  const Case& test_case = plan.cases(job.case_index);
  const RepetitionPlan repetition = plan_repetition(plan, test_case, job.number);
  nlohmann::ordered_json starts;
  for (const auto& start : repetition.starts) starts[start.flow] = start.at.ns();
  nlohmann::ordered_json verdict{{"case", test_case.id()},
                                 {"repetition", job.number},
                                 {"attempt", job.attempt},
                                 {"seed", repetition.seed},
                                 {"verdict", to_string(record.verdict)},
                                 {"cause", to_string(record.cause)},
                                 {"reason", record.reason},
                                 {"started_unix_ns", record.started_unix_ns},
                                 {"ended_unix_ns", record.ended_unix_ns},
                                 {"starts_ns", starts}};
  if (record.fidelity)
    verdict["fidelity"] = {{"releases", record.fidelity->releases},
                           {"lateness_p50_ns", record.fidelity->lateness_p50},
                           {"lateness_p99_ns", record.fidelity->lateness_p99},
                           {"lateness_p999_ns", record.fidelity->lateness_p999},
                           {"lateness_max_ns", record.fidelity->lateness_max},
                           {"start_error_max_ns", record.fidelity->start_error_max},
                           {"pacing_error_max_ns", record.fidelity->pacing_error_max},
                           {"cpu_steal", record.fidelity->cpu_steal},
                           {"capture_drops", record.fidelity->capture_drops},
                           {"inject_failures", record.fidelity->inject_failures},
                           {"interface_changes", record.fidelity->interface_changes},
                           {"interface_drops", record.fidelity->interface_drops},
                           {"log_overruns", record.fidelity->log_overruns},
                           {"clamped_stamps", record.fidelity->clamped_stamps},
                           {"stalls", record.fidelity->stalls},
                           {"realtime", record.fidelity->realtime},
                           {"late_machine", record.fidelity->late_machine},
                           {"late_relay", record.fidelity->late_relay},
                           {"lateness_max_relay_ns", record.fidelity->lateness_max_relay}};
  if (record.fidelity && record.fidelity->pauses)
    verdict["fidelity"]["pauses"] = {{"watched_ns", record.fidelity->pauses->watched.ns()},
                                     {"largest_ns", record.fidelity->pauses->largest.ns()},
                                     {"number", record.fidelity->pauses->number},
                                     {"total_ns", record.fidelity->pauses->total.ns()}};
  const LatenessLimits limits = lateness_limits(
      plan.test_set(), test_case, record.fidelity && record.fidelity->changed_by_hand);
  verdict["limits"] = {{"delay_ns", limits.delay},
                       {"lateness_p999_ns", limits.p999},
                       {"lateness_max_ns", limits.largest}};
  if (const auto names = non_finite_names(record.metrics); !names.empty())
    verdict["not_finite"] = names;
  directory.replace(kVerdictFile, json_text(verdict, 2) + "\n");
}

}  // namespace seawind
