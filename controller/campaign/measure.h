// SPDX-License-Identifier: GPL-3.0-or-later
// From what an attempt left behind to the rows of the store.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

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
/// Metrics from the event log. Throws Error.
std::vector<MetricValue> metrics_of(const Case& test_case, const std::vector<FlowInfo>& flows,
                                    const std::filesystem::path& event_log);
/// How late the generators' packets left, flow by flow.
std::vector<MetricValue> pacing_of(const std::vector<GeneratorResult>& results);
/// The first generator that did not do its work: "flow bulk1: source: connection refused"; or
/// empty.
std::string failure_of(const std::vector<GeneratorResult>& results, std::int64_t timeout);

}  // namespace seawind
