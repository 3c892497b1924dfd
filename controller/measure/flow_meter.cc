// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/measure/flow_meter.h"

#include <fmt/format.h>

#include "common/error.h"
#include "common/wire/ip_protocols.h"
#include "controller/measure/round_trips.h"
#include "controller/measure/stream_flow.h"
#include "controller/measure/tcp_flow.h"

namespace seawind {

std::unique_ptr<FlowMeter> make_flow_meter(const FlowSpec& spec, LogMemory& memory) {
  if (spec.kind == FlowKind::kStream) return std::make_unique<StreamFlow>(spec, memory);
  if (spec.kind == FlowKind::kRoundTrips) return std::make_unique<RoundTrips>(spec, memory);
  return std::make_unique<TcpFlow>(spec, memory);
}

bool FlowMeter::has_port(const IpPacket& packet) const {
  return (packet.protocol == ip_protocol::kTcp || packet.protocol == ip_protocol::kUdp) &&
         (packet.source_port == spec_.sink_port || packet.destination_port == spec_.sink_port);
}

bool FlowMeter::is_own_datagram(const IpPacket& packet) {
  constexpr std::uint64_t kSmall = 1000;  // not 1: the first datagrams may not reach the link
  if (packet.protocol != ip_protocol::kUdp || !has_port(packet)) return false;
  if (!peer_port_ && packet.destination_port == spec_.sink_port && packet.payload_head < kSmall)
    peer_port_ = packet.source_port;
  return peer_port_ == other_port(packet);
}

std::uint16_t FlowMeter::other_port(const IpPacket& packet) const {
  if (packet.source_port != spec_.sink_port) return packet.source_port;
  return before_nat(packet.destination_address, packet.destination_port);
}

std::uint16_t FlowMeter::before_nat(std::uint32_t address, std::uint16_t number) const {
  const auto mapping = before_nat_.find({address, number});
  return mapping == before_nat_.end() ? number : mapping->second;
}

void FlowMeter::translated(const IpPacket& before, const IpPacket& after) {
  if (before.destination_port == spec_.sink_port)
    map_nat({after.source_address, after.source_port}, before.source_port);
}

void FlowMeter::add(const FlowPacket& packet, const EventRecord& event) {
  switch (event.kind) {
    case EventKind::kArrival:
      return on_sent(packet);
    case EventKind::kDelivered:
      if (packet.data) delays_.add(event.time_ns - packet.arrived_ns);
      return on_delivered(packet, event.time_ns, event.size);
    case EventKind::kDrop:
      (packet.data ? data_drops_ : reverse_drops_).at(event.code).add(event.size);
      return on_dropped(packet, event.time_ns);
    case EventKind::kMark:
      ++marks_;
      return;
    default:
      return;
  }
}

void FlowMeter::fail(const std::string& what) const {
  throw Error(fmt::format("cannot compute metrics: flow `{}` (sink port {}) {}", spec_.name,
                          spec_.sink_port, what));
}

void FlowMeter::report(const std::string& as, std::int64_t workload_start_ns,
                       std::vector<MetricValue>& out) const {
  const auto add = [&](const char* metric, const char* unit, double value) {
    out.push_back({as, metric, unit, value});
  };
  const auto bytes = static_cast<double>(object_bytes());
  if (first_) add("start", "s", static_cast<double>(*first_ - workload_start_ns) / 1e9);
  if (last_) add("elapsed", "s", static_cast<double>(elapsed_ns()) / 1e9);
  if (throughput_time() > 0)
    add("throughput", "B/s", bytes / (static_cast<double>(throughput_time()) / 1e9));
  add("object_bytes", "B", bytes);
  add("ce_marks", "packets", static_cast<double>(marks_));
  report_percentiles(as, "delay", delays_, out);
  report_drops(as, "drops_", data_drops_, out);
  report_drops(as, "reverse_drops_", reverse_drops_, out);
  report_own(as, out);
}

void report_percentiles(const std::string& flow, const std::string& name,
                        const ValueSummary& values, std::vector<MetricValue>& out) {
  if (values.count() == 0) return;
  const std::pair<const char*, double> quantiles[] = {
      {"_q1", 0.25}, {"_median", 0.5}, {"_q3", 0.75}, {"_p95", 0.95}, {"_p99", 0.99}};
  out.push_back({flow, name + "_min", "s", values.min() / 1e9});
  for (const auto& [suffix, q] : quantiles)
    out.push_back({flow, name + suffix, "s", values.quantile(q) / 1e9});
  out.push_back({flow, name + "_max", "s", values.max() / 1e9});
}

}  // namespace seawind
