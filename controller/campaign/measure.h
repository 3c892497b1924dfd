// SPDX-License-Identifier: GPL-3.0-or-later
// Computes the rows of the store from the files and results of an attempt.
#pragma once

#include <string>
#include <vector>

#include "common/directory.h"
#include "controller/store/store.h"
#include "controller/testset/plan.h"
#include "emulator/api/emulator.pb.h"
#include "workloads/api/agent.pb.h"

namespace seawind {

/// The link's measured timing and the generators' start and pacing errors.
FidelityInfo fidelity_of(const LinkReport& report, const std::vector<GeneratorResult>& results);
/// Judges an attempt, whose `fidelity` is filled in, by the timing of its link and by the state of
/// its event log: sets verdict, cause and reason if one of them is not acceptable. Returns
/// whether a timing is beyond its limit, so that fewer slots may help.
bool judge_link(const LinkReport& report, const TestSet& test_set, const Case& test_case,
                AttemptRecord& record);
/// After all other judgements: `changes` of the link by hand beyond the limit make an attempt
/// invalid, since its link was not the planned one.
void judge_changes(int changes, const Limits& limits, AttemptRecord& record);
/// The number of entries of the timeline that come at `link_time` (ns) or later.
int entries_after(const TestSet& test_set, std::int64_t link_time);
/// Writes link.json into the attempt's directory. Throws Error.
void write_link_report(const Directory& attempt, const LinkReport& report);
/// The workload's flows in this repetition. `first_port`: of the first flow's sink.
std::vector<FlowInfo> flows_of(const Case& test_case, const RepetitionPlan& repetition,
                               int first_port);
/// How the flows are recognized in the event log, and the properties that their metrics need.
std::vector<FlowSpec> flow_specs(const Case& test_case, const std::vector<FlowInfo>& flows);
/// Metrics from the event log in the attempt's directory. Throws Error.
std::vector<MetricValue> metrics_of(const Case& test_case, const std::vector<FlowInfo>& flows,
                                    const Directory& attempt);
/// Name of a generator's own log in the attempt's directory; `role` is source or sink.
std::string generator_log_name(const std::string& flow, const std::string& role);
/// Metrics of rate control, from the logs of TFRC sources, and of request/response sinks, in the
/// attempt's directory. Throws Error.
std::vector<MetricValue> log_metrics_of(const Case& test_case, const Directory& attempt);
/// How late the generators' packets left, per flow.
std::vector<MetricValue> pacing_of(const std::vector<GeneratorResult>& results);
/// The first generator that failed: "flow bulk1: source: connection refused"; empty: none.
std::string failure_of(const Workload& workload, const std::vector<GeneratorResult>& results,
                       std::int64_t timeout);

}  // namespace seawind
