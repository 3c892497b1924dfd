// SPDX-License-Identifier: GPL-3.0-or-later
// Computes the metrics of one repetition from its events. Memory does not grow with the log: it is
// one entry per packet inside the link, and constant counters per flow. Each family of metrics has
// its own file: flow_meter, tcp_flow (tcp_half), stream_flow, round_trips, simultaneous,
// flow_classes, queue_meter, direction_meter, drop_counts.
//
// - add() is called for every record of the log, in the log's order (time order).
// - finish() is called once, after the last record.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "common/event_log.h"
#include "common/packet_ids.h"
#include "controller/measure/direction_meter.h"
#include "controller/measure/flow_classes.h"
#include "controller/measure/flow_meters.h"
#include "controller/measure/journeys.h"
#include "controller/measure/metrics.h"
#include "controller/measure/simultaneous.h"

namespace seawind {

class MetricsCollector {
 public:
  /// `rate`: as for compute_metrics(). Throws Error when two flows cannot be distinguished (the
  /// same name or sink port), or when a flow has a name reserved for metrics.
  MetricsCollector(const std::vector<FlowSpec>& flows, std::int64_t rate);

  /// Throws Error when a packet is delivered that never arrived, because the log then lacks
  /// records.
  void add(const EventRecord& event, std::span<const std::uint8_t> snap);
  /// Throws Error when a flow is incomplete.
  std::vector<MetricValue> finish();
  /// Whether any flow owned a packet so far.
  bool has_flow_packets() const;

 private:
  struct Journey {
    std::optional<std::size_t> flow = {};           // the owner of the packet
    std::optional<std::uint8_t> router_class = {};  // while the packet is in the router's queue
    FlowPacket packet = {};                         // without `flow` only arrived_ns, queued size
    std::int64_t cut_off = 0;                       // bytes that left it in fragments
    bool transmitted = false;
    bool made_by_link = false;
  };

  void arrival(const EventRecord& event, std::span<const std::uint8_t> snap);
  void delivery(const EventRecord& event);
  void drop(const EventRecord& event);
  void queued(const EventRecord& event);
  void modified(const EventRecord& event, std::span<const std::uint8_t> snap);
  void transmitted(const EventRecord& event);
  void left_queue(const EventRecord& event, Journey* journey);
  /// Notifies the flow that owns the packet, if any.
  void notify_flow(const Journey& journey, const EventRecord& event);
  /// Must be called after each packet of the flow: it may be the first or last of the workload.
  void after_packet(std::size_t flow, std::int64_t time_ns);
  /// Without flows the link is measured from the first to the last packet of any program.
  void measure_link(std::int64_t time_ns);
  const std::vector<std::int64_t>& counters();
  DirectionMeter& meter(Direction direction) {
    return directions_[direction == Direction::kUplink];
  }
  void report_whole(std::vector<MetricValue>& out) const;

  LogMemory memory_;
  FlowMeters flows_;
  std::int64_t rate_;
  Journeys<Journey> journeys_{memory_};
  DirectionMeter directions_[2] = {DirectionMeter(memory_), DirectionMeter(memory_)};
  std::optional<std::int64_t> started_ns_;  // time of the workload's first packet
  std::int64_t last_ns_ = 0;                // time of the workload's last packet so far
  Simultaneous simultaneous_;
  std::vector<std::int64_t> counters_;
};

}  // namespace seawind
