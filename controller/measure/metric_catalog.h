// SPDX-License-Identifier: GPL-3.0-or-later
// How reports show metrics, and which of them matter most for the flows of each generator.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace seawind {

/// Whether a higher or a lower value of a metric is better for the user.
enum class Better { kNeither, kHigher, kLower };

/// A metric of one flow, of a direction of the link, or of the whole workload, as reports show it.
struct ReportMetric {
  std::string flow;    // flow, class, downlink, uplink, or empty: the whole workload
  std::string metric;  // the name in the store
  std::string title;   // for example "Third, elapsed"
  std::string unit;    // as shown; empty: a ratio
  double scale = 1;    // shown value = stored value * scale
  int decimals = 0;
  Better better = Better::kNeither;
};

/// The metrics of the whole workload and of the link's directions, the most important first.
std::span<const ReportMetric> workload_metrics();

/// Names of the metrics that matter for the flows of a generator (a field of the oneof `generator`
/// of Flow), the most important first. Empty for an unknown generator.
std::span<const char* const> headline(std::string_view generator);

/// A metric of a flow or of a class of flows. Nothing if no headline contains the metric.
std::optional<ReportMetric> flow_metric(const std::string& flow, const std::string& metric);

}  // namespace seawind
