// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/campaign/measure.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "common/units.h"
#include "emulator/api/link_rules.h"

namespace seawind {

FidelityInfo fidelity_of(const LinkReport& report, const std::vector<GeneratorResult>& results,
                         int cores) {
  const Fidelity& f = report.fidelity();
  FidelityInfo info{.releases = f.releases(),
                    .lateness_p50 = f.lateness_p50_ns(),
                    .lateness_p99 = f.lateness_p99_ns(),
                    .lateness_p999 = f.lateness_p999_ns(),
                    .lateness_max = f.lateness_max_ns(),
                    .histogram = {},
                    .capture_drops = f.capture_drops(),
                    .inject_failures = f.inject_failures(),
                    .log_overruns = f.log_overruns(),
                    .clamped_stamps = f.clamped_stamps(),
                    .throttled = f.throttled(),
                    .realtime = f.realtime()};
  for (int i = 0; i < f.histogram_size(); ++i)
    if (f.histogram(i) > 0)
      info.histogram.emplace_back(i,
                                  static_cast<std::uint32_t>(std::min<std::uint64_t>(
                                      f.histogram(i), std::numeric_limits<std::uint32_t>::max())));
  if (report.link_time_ns() > 0)
    info.cpu_steal = static_cast<double>(f.cpu_steal_ns()) /
                     (static_cast<double>(report.link_time_ns()) * std::max(1, cores));
  for (const auto& result : results)
    if (result.end() == PrepareRequest::SOURCE)
      info.start_error_max = std::max(info.start_error_max, result.start_late_ns());
  return info;
}

std::vector<FlowInfo> flows_of(const Case& test_case, const RepetitionPlan& repetition,
                               int first_port) {
  std::vector<FlowInfo> flows;
  for (const Flow& flow : test_case.workload().flows()) {
    const auto index = flows.size();
    flows.push_back({.name = flow.name(),
                     .competitor = flow.role() == Flow::COMPETITOR,
                     .downlink = flow.direction() == Flow::DOWN,
                     .generator = "bulk_tcp",
                     .sink_port = first_port + static_cast<int>(index),
                     .size = flow.bulk_tcp().size(),
                     .start = repetition.starts.at(index).at.ns()});
  }
  return flows;
}

std::vector<MetricValue> metrics_of(const Case& test_case, const std::vector<FlowInfo>& flows,
                                    const std::filesystem::path& event_log) {
  std::vector<FlowSpec> specs;
  for (const auto& flow : flows)
    specs.push_back({.name = flow.name,
                     .competitor = flow.competitor,
                     .downlink = flow.downlink,
                     .sink_port = static_cast<std::uint16_t>(flow.sink_port),
                     .size = flow.size,
                     .kind = flow_kind(flow.generator)});
  return compute_metrics(event_log, specs, std::llround(nominal_rate(test_case.link().downlink())));
}

std::string failure_of(const std::vector<GeneratorResult>& results, std::int64_t timeout) {
  for (const auto& result : results) {
    const auto* end = result.end() == PrepareRequest::SINK ? "sink" : "source";
    if (!result.ended())
      return fmt::format("flow {}: {} was still running after {}", result.flow(), end,
                         format_quantity(static_cast<double>(timeout), DURATION));
    if (!result.ok()) return fmt::format("flow {}: {}: {}", result.flow(), end, result.error());
  }
  return {};
}

}  // namespace seawind
