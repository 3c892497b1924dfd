// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/results/metrics_collector.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <set>

#include "common/error.h"

namespace seawind {
namespace {

void require_distinct(const std::vector<FlowSpec>& flows) {
  std::set<std::string> names = {"", "faster", "slower", "third", "downlink", "uplink"};
  std::set<std::uint16_t> ports;
  for (const auto& flow : flows) {
    if (!names.insert(flow.name).second)
      throw Error(fmt::format(
          "cannot compute metrics: the flow name `{}` is used twice or reserved for the metrics",
          flow.name));
    if (!ports.insert(flow.sink_port).second)
      throw Error(
          fmt::format("cannot compute metrics: two flows have the sink port {}", flow.sink_port));
  }
}

/// The flow classes of the reference: bulk flows sorted by elapsed time, the competitor apart.
void report_classes(const std::vector<FlowTracker>& flows, std::vector<MetricValue>& out) {
  std::vector<const FlowTracker*> bulk;
  std::vector<const FlowTracker*> competitors;
  for (const auto& flow : flows) (flow.spec().competitor ? competitors : bulk).push_back(&flow);
  std::stable_sort(bulk.begin(), bulk.end(), [](const FlowTracker* a, const FlowTracker* b) {
    return a->elapsed_ns() < b->elapsed_ns();
  });
  const auto alias = [&](const char* name, const FlowTracker& flow) {
    const double elapsed = static_cast<double>(flow.elapsed_ns()) / 1e9;
    out.push_back({name, "elapsed", "s", elapsed});
    out.push_back({name, "throughput", "B/s", static_cast<double>(flow.object_bytes()) / elapsed});
  };
  if (bulk.size() >= 2) {
    alias("faster", *bulk.front());
    alias("slower", *bulk.back());
  }
  if (competitors.size() == 1) alias("third", *competitors.front());
}

}  // namespace

MetricsCollector::MetricsCollector(const std::vector<FlowSpec>& flows, std::int64_t rate)
    : rate_(rate) {
  if (flows.empty()) throw Error("cannot compute metrics: the workload has no flows");
  if (rate <= 0) throw Error("cannot compute metrics: the downlink's rate is not positive");
  require_distinct(flows);
  for (const auto& flow : flows) flows_.emplace_back(flow);
}

void MetricsCollector::add(const EventRecord& event, std::span<const std::uint8_t> snap) {
  DirectionTotals& totals = totals_[event.direction == Direction::kUplink];
  switch (event.kind) {
    case EventKind::kArrival:
      return arrival(event, snap);
    case EventKind::kDelivered:
      return delivery(event);
    case EventKind::kDrop:
      return drop(event);
    case EventKind::kRouterEnqueue:
      totals.router_queue_max = std::max(totals.router_queue_max, event.value);
      return;
    case EventKind::kSendBufferEnter:
      totals.send_buffer_max = std::max(totals.send_buffer_max, event.value);
      return;
    case EventKind::kCorrupted:
      ++totals.corrupted;
      return;
    case EventKind::kRetransmit:
      ++totals.retransmissions;
      return;
    case EventKind::kMark: {
      ++totals.marks;
      const auto it = in_link_.find(event.packet);
      if (it != in_link_.end() && it->second.flow != kNoFlow) flows_[it->second.flow].marked();
      return;
    }
    default:
      return;
  }
}

void MetricsCollector::workload_event(bool syn, bool fin) {
  if (syn) started_ = true;
  if (fin) delivered_at_fin_ = delivered_since_;
}

void MetricsCollector::arrival(const EventRecord& event, std::span<const std::uint8_t> snap) {
  totals_[event.direction == Direction::kUplink].received.add(event.size);
  InLink packet{event.time_ns};
  if (const auto segment = parse_tcp(snap)) {
    for (std::size_t i = 0; i < flows_.size(); ++i) {
      if (!flows_[i].owns(*segment, event.direction)) continue;
      packet = {event.time_ns, i, segment->syn, segment->fin};
      if (flows_[i].is_data(event.direction)) {
        flows_[i].sent(*segment, event.time_ns);
        workload_event(segment->syn, segment->fin);
      }
      break;
    }
  }
  in_link_[event.packet] = packet;
}

void MetricsCollector::delivery(const EventRecord& event) {
  totals_[event.direction == Direction::kUplink].delivered.add(event.size);
  if (event.direction == Direction::kDownlink && started_) delivered_since_ += event.size;
  const auto it = in_link_.find(event.packet);
  if (it == in_link_.end())
    throw Error(
        fmt::format("cannot compute metrics: the event log is incomplete: packet {} leaves "
                    "the {} at {} ns but is not in the link",
                    event.packet, to_string(event.direction), event.time_ns));
  const InLink packet = it->second;
  in_link_.erase(it);
  if (packet.flow == kNoFlow) return;
  FlowTracker& flow = flows_[packet.flow];
  if (flow.is_data(event.direction)) {
    flow.delayed(event.time_ns - packet.arrived_ns);
  } else {
    flow.received(packet.syn, packet.fin, event.time_ns);
    workload_event(packet.syn, packet.fin);
  }
}

void MetricsCollector::drop(const EventRecord& event) {
  DirectionTotals& totals = totals_[event.direction == Direction::kUplink];
  if (event.code == 0 || event.code >= kDropReasons)
    throw Error(
        fmt::format("cannot compute metrics: the event log has a drop with the unknown "
                    "reason {}",
                    event.code));
  totals.dropped.add(event.size);
  totals.drops[event.code].add(event.size);
  const auto it = in_link_.find(event.packet);
  if (it == in_link_.end()) return;  // refused before it was taken in: of no flow
  if (it->second.flow != kNoFlow)
    flows_[it->second.flow].dropped(event.direction, event.code, event.size);
  in_link_.erase(it);
}

std::vector<MetricValue> MetricsCollector::finish() const {
  std::int64_t first = std::numeric_limits<std::int64_t>::max();
  std::int64_t last = std::numeric_limits<std::int64_t>::min();
  std::int64_t object_bytes = 0;
  for (const auto& flow : flows_) {
    flow.require_complete();
    first = std::min(first, *flow.first_syn());
    last = std::max(last, *flow.last_fin());
    object_bytes += flow.object_bytes();
  }
  const double elapsed = static_cast<double>(last - first) / 1e9;

  std::vector<MetricValue> out;
  out.push_back({"", "total_elapsed", "s", elapsed});
  out.push_back({"", "overall_throughput", "B/s", static_cast<double>(object_bytes) / elapsed});
  out.push_back({"", "object_bytes", "B", static_cast<double>(object_bytes)});
  report_classes(flows_, out);
  for (const auto& flow : flows_) flow.report(first, out);

  for (const auto direction : {Direction::kDownlink, Direction::kUplink}) {
    const std::string name(to_string(direction));
    const DirectionTotals& totals = totals_[direction == Direction::kUplink];
    const auto add = [&](const char* metric, const char* unit, std::int64_t value) {
      out.push_back({name, metric, unit, static_cast<double>(value)});
    };
    if (direction == Direction::kDownlink)
      out.push_back(
          {name, "utilization", "1",
           static_cast<double>(delivered_at_fin_) * 8 / elapsed / static_cast<double>(rate_)});
    add("packets_received", "packets", totals.received.packets);
    add("packets_received_bytes", "B", totals.received.bytes);
    add("packets_delivered", "packets", totals.delivered.packets);
    add("packets_delivered_bytes", "B", totals.delivered.bytes);
    add("packets_held", "packets",
        totals.received.packets - totals.delivered.packets - totals.dropped.packets);
    add("corrupted_attempts", "1", totals.corrupted);
    add("link_retransmissions", "1", totals.retransmissions);
    add("ce_marks", "packets", totals.marks);
    add("router_queue_max", "B", totals.router_queue_max);
    add("send_buffer_max", "B", totals.send_buffer_max);
    report_drops(name, "drops_", totals.drops, out);
  }
  return out;
}

}  // namespace seawind
