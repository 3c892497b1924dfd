// SPDX-License-Identifier: GPL-3.0-or-later
// Metrics of one repetition, computed from the emulator's packet log (one clock) as defined in
// docs/reference/metrics.md (experiments B5).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace seawind {

/// The kind of a flow. It determines how the flow is measured and when it is complete.
enum class FlowKind {
  kTransfer,    // TCP, data in one direction: SYN, all its bytes, both FINs
  kHttp,        // several TCP connections that form one entity; the port is the server's
  kStream,      // datagrams in one direction, feedback (if any) in the other
  kRoundTrips,  // ICMP or UDP echo: requests in the flow's direction, replies in the other
  kFree,        // any traffic on the port; no completeness is required
};

/// The kind of a generator's flows, by its name (bulk_tcp, http, stream, tfrc, ping; others: free).
FlowKind flow_kind(const std::string& generator);

/// How a flow of the workload is recognized in the log, and how much data it has.
struct FlowSpec {
  std::string name;
  bool competitor = false;      // false: one of the bulk flows
  bool downlink = true;         // direction of the data
  std::uint16_t sink_port = 0;  // port at either host, or ICMP identifier, that only this flow uses
  std::int64_t size = 0;        // payload bytes of the transfer; http, stream: 0: unknown
  FlowKind kind = FlowKind::kTransfer;
  bool program = false;  // an external program: every packet with the port is the flow's
  /// stream: packets of a burst; time between bursts is excluded; 0: the stream is one burst
  std::int64_t burst_packets = 0;
  std::int64_t lifetime = 0;  // stream: ns until a packet's data is stale; 0: never
};

/// Metric of a direction: packets with a flow's port that do not belong to the flow. A connection
/// of an earlier repetition or another program sent them. They share the link with the measured
/// traffic.
inline constexpr const char* kStrayPackets = "packets_stray";

struct MetricValue {
  std::string flow;    // flow name, faster, slower, third, http, stream, downlink, uplink, or empty
  std::string metric;  // total_elapsed, overall_throughput, elapsed, drops_router_full, ...
  std::string unit;    // s, B, B/s, packets, 1
  double value = 0;
};

/// In place of a rate: that of the log's changes of the rate, at each instant.
inline constexpr std::int64_t kLoggedRate = -1;

/// Computes the metrics of the log at `event_log`. `rate` is the downlink's nominal rate in bit/s;
/// 0: none, and no utilization is reported. Without flows only total_elapsed and the metrics of the
/// directions are computed, over all packets. Throws Error when the log cannot be read or is
/// incomplete (truncated, a transfer without SYN, FIN or all its bytes), or when two flows cannot
/// be distinguished. Memory does not grow with the log.
std::vector<MetricValue> compute_metrics(const std::string& event_log,
                                         const std::vector<FlowSpec>& flows, std::int64_t rate);

}  // namespace seawind
