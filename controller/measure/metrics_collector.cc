// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/measure/metrics_collector.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "common/error.h"
#include "common/packet_ids.h"

namespace seawind {

MetricsCollector::MetricsCollector(const std::vector<FlowSpec>& flows, std::int64_t rate)
    : flows_(memory_, flows), rate_(rate), simultaneous_(flows.size()), counters_(flows.size()) {
  if (rate < 0 && rate != kLoggedRate)
    throw Error("cannot compute metrics: the downlink's rate is negative");
  require_distinct(flows);
}

void MetricsCollector::add(const EventRecord& event, std::span<const std::uint8_t> snap) {
  switch (event.kind) {
    case EventKind::kArrival:
    case EventKind::kGenerated:
      return arrival(event, snap);
    case EventKind::kDelivered:
      return delivery(event);
    case EventKind::kDrop:
      return drop(event);
    case EventKind::kRouterEnqueue:
      return queued(event);
    case EventKind::kRouterDequeue:
      meter(event.direction).record_router(event);
      return left_queue(event, journeys_.follow(event));
    case EventKind::kTransmitStart:
      return transmitted(event);
    case EventKind::kMark:
      ++meter(event.direction).marks;
      meter(event.direction).queue.mark(event.code);
      if (const auto* journey = journeys_.follow(event)) notify_flow(*journey, event);
      return;
    case EventKind::kModified:
      meter(event.direction).count(event);
      return modified(event, snap);
    default:
      return meter(event.direction).count(event);
  }
}

bool MetricsCollector::has_flow_packets() const {
  return std::any_of(flows_.begin(), flows_.end(),
                     [](const auto& flow) { return flow->first().has_value(); });
}

const std::vector<std::int64_t>& MetricsCollector::counters() {
  for (std::size_t i = 0; i < flows_.size(); ++i) counters_[i] = flows_[i].counted_bytes();
  return counters_;
}

void MetricsCollector::arrival(const EventRecord& event, std::span<const std::uint8_t> snap) {
  DirectionMeter& totals = meter(event.direction);
  (event.kind == EventKind::kArrival ? totals.received : totals.generated).add(event.size);
  Journey& journey = journeys_.begin(event);
  journey.packet.arrived_ns = event.time_ns;
  journey.made_by_link = event.kind == EventKind::kGenerated && !is_part_id(event.packet);
  // Generated packets belong to no flow. The bytes of fragments count in `cut_off`.
  if (event.kind == EventKind::kGenerated) return;
  const auto ip = parse_snap(snap);
  if (!ip) return;
  journey.flow = flows_.owner_of(*ip);
  if (journey.flow) {
    journey.packet = flows_[*journey.flow].packet(event, *ip);
    notify_flow(journey, event);
    return after_packet(*journey.flow, event.time_ns);
  }
  if (flows_.empty()) measure_link(event.time_ns);
  totals.stray += flows_.have_port(*ip) ? 1 : 0;
}

void MetricsCollector::measure_link(std::int64_t time_ns) {
  if (!started_ns_) {
    started_ns_ = time_ns;
    for (auto& direction : directions_) direction.begin(time_ns);
  }
  last_ns_ = time_ns;
  for (auto& direction : directions_) direction.record_last_packet(time_ns);
}

void MetricsCollector::after_packet(std::size_t flow, std::int64_t time_ns) {
  FlowMeter& meter = flows_[flow];
  if (meter.first() && simultaneous_.started(flow, time_ns))
    for (const auto& one : flows_) one->count_from(time_ns);
  if (!started_ns_ && meter.first()) {
    started_ns_ = meter.first();
    for (auto& direction : directions_) direction.begin(*started_ns_);
  }
  if (meter.last() == time_ns) {
    last_ns_ = time_ns;
    for (auto& direction : directions_) direction.record_last_packet(time_ns);
    simultaneous_.ended(flow, time_ns);
  }
  if (simultaneous_.ends_at(time_ns)) simultaneous_.count(time_ns, counters());
}

void MetricsCollector::delivery(const EventRecord& event) {
  DirectionMeter& totals = meter(event.direction);
  totals.delivered.add(event.size);
  const Journey* journey = journeys_.follow(event);
  if (journey == nullptr)
    throw Error(
        fmt::format("cannot compute metrics: the event log is incomplete: packet {} leaves "
                    "the {} at {} ns but is not in the link",
                    event.packet, to_string(event.direction), event.time_ns));
  if (journey->made_by_link) return;
  if (started_ns_) totals.delivered_since += event.size;
  notify_flow(*journey, event);
  if (journey->flow) after_packet(*journey->flow, event.time_ns);
  if (!flows_.empty()) return;
  totals.delays.add(event.time_ns - journey->packet.arrived_ns);
  measure_link(event.time_ns);
}

void MetricsCollector::drop(const EventRecord& event) {
  DirectionMeter& totals = meter(event.direction);
  totals.dropped.add(event.size);
  totals.drops[event.code].add(event.size);
  totals.record_router(event);
  Journey* journey = journeys_.follow(event);
  if (journey == nullptr) return;  // rejected on arrival: belongs to no flow
  left_queue(event, journey);
  notify_flow(*journey, event);
}

void MetricsCollector::modified(const EventRecord& event, std::span<const std::uint8_t> snap) {
  Journey* journey = journeys_.follow(event);
  if (journey == nullptr || !journey->flow) return;
  const auto ip = parse_snap(snap);
  if (!ip) return;
  // A stage that fragments a packet passes the last fragment on as this packet.
  if (ip->later_fragment)
    journey->cut_off = journey->packet.size - event.size;
  else
    flows_[*journey->flow].translated(journey->packet.ip, *ip);
}

void MetricsCollector::notify_flow(const Journey& journey, const EventRecord& event) {
  if (!journey.flow) return;
  EventRecord whole = event;
  whole.size += static_cast<std::uint32_t>(journey.cut_off);
  flows_[*journey.flow].add(journey.packet, whole);
}

void MetricsCollector::queued(const EventRecord& event) {
  DirectionMeter& totals = meter(event.direction);
  totals.record_router(event);
  Journey* journey = journeys_.follow(event);
  if (journey == nullptr) return;
  left_queue(event, journey);  // a changed router enqueues its packets again
  journey->router_class = event.code;
  journey->packet.size = event.size;
  totals.class_bytes[event.code] += event.size;
  if (event.code > 0)
    totals.queue.length(event.time_ns, event.code, totals.class_bytes[event.code]);
}

void MetricsCollector::transmitted(const EventRecord& event) {
  DirectionMeter& totals = meter(event.direction);
  totals.count(event);
  Journey* journey = journeys_.follow(event);
  if (journey == nullptr || std::exchange(journey->transmitted, true)) return;
  totals.queueing.add(event.time_ns - journey->packet.arrived_ns);
}

void MetricsCollector::left_queue(const EventRecord& event, Journey* journey) {
  if (journey == nullptr || !journey->router_class) return;
  const std::uint8_t of_class = *journey->router_class;
  journey->router_class.reset();
  DirectionMeter& totals = meter(event.direction);
  totals.class_bytes[of_class] -= journey->packet.size;
  if (of_class > 0) totals.queue.length(event.time_ns, of_class, totals.class_bytes[of_class]);
}

std::vector<MetricValue> MetricsCollector::finish() {
  std::vector<MetricValue> out;
  for (auto& flow : flows_) {
    flow->finish();
    flow->require_complete();
  }
  report_whole(out);
  for (const auto& flow : flows_) flow->report(flow->spec().name, started_ns_.value_or(0), out);
  const auto classes = flow_classes(flows_);
  for (const auto& [name, index] : classes)
    flows_[index].report(name, started_ns_.value_or(0), out);

  if (const auto period = simultaneous_.period()) {
    std::vector<double> tcp;
    for (std::size_t i = 0; i < flows_.size(); ++i) {
      out.push_back(
          {flows_[i].spec().name, "simultaneous_throughput", "B/s", period->throughput[i]});
      if (flows_[i].is_tcp()) tcp.push_back(period->throughput[i]);
    }
    for (const auto& [name, index] : classes)
      out.push_back({name, "simultaneous_throughput", "B/s", period->throughput[index]});
    const double seconds = static_cast<double>(period->end_ns - period->start_ns) / 1e9;
    out.push_back({"", "simultaneous_time", "s", seconds});
    const auto fairness = tcp.size() > 1 ? jain_index(tcp) : std::nullopt;
    if (fairness) out.push_back({"", "fairness", "1", *fairness});
  }
  const double elapsed = static_cast<double>(last_ns_ - started_ns_.value_or(last_ns_)) / 1e9;
  directions_[0].report("downlink", elapsed, rate_, out);
  directions_[1].report("uplink", elapsed, 0, out);
  return out;
}

void MetricsCollector::report_whole(std::vector<MetricValue>& out) const {
  if (flows_.empty()) {
    const std::int64_t elapsed = last_ns_ - started_ns_.value_or(last_ns_);
    out.push_back({"", "total_elapsed", "s", static_cast<double>(elapsed) / 1e9});
    return;
  }
  std::int64_t first = std::numeric_limits<std::int64_t>::max();
  std::int64_t last = std::numeric_limits<std::int64_t>::min();
  std::int64_t object_bytes = 0;
  for (const auto& flow : flows_) {
    object_bytes += flow->object_bytes();
    if (!flow->first() || !flow->last()) continue;  // an external program that sent nothing
    first = std::min(first, *flow->first());
    last = std::max(last, *flow->last());
  }
  if (last < first) throw Error("cannot compute metrics: no packet of any flow is in the log");
  const double elapsed = static_cast<double>(last - first) / 1e9;
  out.push_back({"", "total_elapsed", "s", elapsed});
  if (elapsed > 0)
    out.push_back({"", "overall_throughput", "B/s", static_cast<double>(object_bytes) / elapsed});
  out.push_back({"", "object_bytes", "B", static_cast<double>(object_bytes)});
}

}  // namespace seawind
