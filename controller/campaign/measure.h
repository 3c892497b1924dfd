// SPDX-License-Identifier: GPL-3.0-or-later
// From what an attempt left behind to the rows of the store.
#pragma once

#include <string>
#include <vector>

#include "common/directory.h"
#include "controller/results/store.h"
#include "controller/testset/plan.h"
#include "emulator/api/emulator.pb.h"
#include "workloads/api/agent.pb.h"

namespace seawind {

/// The link's proof of timing, the generators' start and pacing errors. `cores`: of the machine.
FidelityInfo fidelity_of(const LinkReport& report, const std::vector<GeneratorResult>& results,
                         int cores);
/// What the workload's flows are, in this repetition. `first_port`: of the first flow's sink.
std::vector<FlowInfo> flows_of(const Case& test_case, const RepetitionPlan& repetition,
                               int first_port);
/// How the flows are found in the event log, and what their metrics need to know of them.
std::vector<FlowSpec> flow_specs(const Case& test_case, const std::vector<FlowInfo>& flows);
/// Metrics from the event log in the attempt's directory. Throws Error.
std::vector<MetricValue> metrics_of(const Case& test_case, const std::vector<FlowInfo>& flows,
                                    const Directory& attempt);
/// Name of a generator's own log in the attempt's directory; `role` is source or sink.
std::string generator_log_name(const std::string& flow, const std::string& role);
/// Metrics of rate control, from the logs of TFRC sources in the attempt's directory. Throws Error.
std::vector<MetricValue> rate_control_of(const Case& test_case, const Directory& attempt);
/// How late the generators' packets left, flow by flow.
std::vector<MetricValue> pacing_of(const std::vector<GeneratorResult>& results);
/// The first generator that did not do its work: "flow bulk1: source: connection refused"; or
/// empty.
std::string failure_of(const Workload& workload, const std::vector<GeneratorResult>& results,
                       std::int64_t timeout);

}  // namespace seawind
