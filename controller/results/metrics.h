// SPDX-License-Identifier: GPL-3.0-or-later
// Metrics of one repetition from the emulator's own packet log (one clock), exactly as defined in
// docs/reference/metrics.md (experiments B5).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace seawind {

/// What a flow of the workload is; decides how it is measured and when it is complete.
enum class FlowKind {
  kTransfer,    // TCP, data in one direction: SYN, all its bytes, both FINs
  kHttp,        // several TCP connections that are one entity; the port is the server's
  kStream,      // datagrams in one direction, feedback (if any) in the other
  kRoundTrips,  // ICMP echo: requests in the flow's direction, replies in the other
  kFree,        // anything on the port: nothing is required of it
};

/// Of a generator, by its name in the workload (bulk_tcp, http, stream, tfrc, ping; others: free).
FlowKind flow_kind(const std::string& generator);

/// How a flow of the workload is recognised in the log and what it carried.
struct FlowSpec {
  std::string name;
  bool competitor = false;      // otherwise one of the bulk flows
  bool downlink = true;         // direction of the data
  std::uint16_t sink_port = 0;  // TCP or UDP port that the flow has alone, at either host
  std::int64_t size = 0;        // payload bytes of the transfer; http, stream: 0: not known
  FlowKind kind = FlowKind::kTransfer;
  std::int64_t burst_packets = 0;  // stream: packets of a burst; idle time between bursts does not
                                   // count as time; 0: the stream is one burst
  std::int64_t lifetime = 0;       // stream: ns until a packet's data is stale; 0: never
};

/// Of a direction: packets that bear a flow's port and are none of its own: what a connection of an
/// earlier repetition still sends, or another program. They share the link with what is measured.
inline constexpr const char* kStrayPackets = "packets_stray";

struct MetricValue {
  std::string flow;    // flow name, faster, slower, third, http, stream, downlink, uplink, or empty
  std::string metric;  // total_elapsed, overall_throughput, elapsed, drops_router_full, ...
  std::string unit;    // s, B, B/s, packets, 1
  double value = 0;
};

/// Reads the log at `event_log`. `rate` is the downlink's rate_base in bit/s. Throws Error when the
/// log cannot be read or is incomplete (truncated, a transfer without SYN, FIN or all its bytes),
/// or when two flows cannot be told apart. Memory does not grow with the log.
std::vector<MetricValue> compute_metrics(const std::string& event_log,
                                         const std::vector<FlowSpec>& flows, std::int64_t rate);

}  // namespace seawind
