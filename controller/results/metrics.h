// SPDX-License-Identifier: GPL-3.0-or-later
// Metrics of one repetition from the emulator's own packet log (one clock), exactly as defined in
// docs/reference/metrics.md (experiments B5).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace seawind {

/// How a flow of the workload is recognised in the log and what it carried.
struct FlowSpec {
  std::string name;
  bool competitor = false;      // otherwise one of the bulk flows
  bool downlink = true;         // direction of the data
  std::uint16_t sink_port = 0;  // TCP port of the sink
  std::int64_t size = 0;        // payload bytes of the transfer
};

struct MetricValue {
  std::string flow;    // flow name, faster, slower, third, downlink, uplink, or empty: whole
  std::string metric;  // total_elapsed, overall_throughput, elapsed, drops_router_full, ...
  std::string unit;    // s, B, B/s, packets, 1
  double value = 0;
};

/// Reads the log at `event_log`. `rate` is the downlink's rate_base in bit/s. Throws Error when the
/// log cannot be read or is incomplete (truncated, a flow without SYN, FIN or all its bytes), or
/// when two flows cannot be told apart. Memory does not grow with the log.
std::vector<MetricValue> compute_metrics(const std::string& event_log,
                                         const std::vector<FlowSpec>& flows, std::int64_t rate);

}  // namespace seawind
