// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/results/metrics.h"

#include <fmt/format.h>

#include "common/error.h"
#include "common/event_log.h"
#include "controller/results/metrics_collector.h"

namespace seawind {

std::vector<MetricValue> compute_metrics(const std::string& event_log,
                                         const std::vector<FlowSpec>& flows, std::int64_t rate) {
  MetricsCollector collector(flows, rate);
  EventLogReader reader(event_log);
  while (const auto entry = reader.next()) collector.add(entry->event, entry->snap);
  if (reader.truncated())
    throw Error(fmt::format(
        "cannot compute metrics from {}: the event log ends in the middle of a record", event_log));
  return collector.finish();
}

}  // namespace seawind
