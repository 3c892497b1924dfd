// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/measure/metrics.h"

#include "common/event_log.h"
#include "controller/measure/metrics_collector.h"

namespace seawind {

FlowKind flow_kind(const std::string& generator) {
  if (generator == "bulk_tcp") return FlowKind::kTransfer;
  if (generator == "http") return FlowKind::kHttp;
  if (generator == "stream" || generator == "tfrc") return FlowKind::kStream;
  if (generator == "ping") return FlowKind::kRoundTrips;
  return FlowKind::kFree;
}

namespace {

void read(const std::string& event_log, MetricsCollector& collector) {
  EventLogReader log(event_log);
  while (const auto entry = log.next()) collector.add(entry->event, entry->snap);
  log.require_whole("compute metrics from");
}

}  // namespace

std::vector<MetricValue> compute_metrics(const std::string& event_log,
                                         const std::vector<FlowSpec>& flows, std::int64_t rate) {
  MetricsCollector collector(flows, rate);
  read(event_log, collector);
  if (collector.has_flow_packets()) return collector.finish();
  for (const FlowSpec& flow : flows)
    if (flow.kind != FlowKind::kFree) return collector.finish();
  // All flows are external programs, and none has used its port: measure the link instead.
  MetricsCollector link({}, rate);
  read(event_log, link);
  return link.finish();
}

}  // namespace seawind
