// SPDX-License-Identifier: GPL-3.0-or-later
// Turns the events of one repetition, one after the other, into its metrics. Memory does not grow
// with the log: what is kept is one entry per packet inside the link, and fixed counters per flow.
//
//  - add() is called for every record of the log, in the log's order (time order).
//  - finish() is called once, after the last record.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "common/event_log.h"
#include "controller/results/flow_tracker.h"
#include "controller/results/metrics.h"

namespace seawind {

class MetricsCollector {
 public:
  /// `rate`: the downlink's rate in bit/s, > 0. Throws Error when two flows cannot be told apart
  /// (the same name or sink port) or a name is one of those the metrics use themselves.
  MetricsCollector(const std::vector<FlowSpec>& flows, std::int64_t rate);

  /// Throws Error when a packet is delivered that never arrived: the log lacks records.
  void add(const EventRecord& event, std::span<const std::uint8_t> snap);
  /// Throws Error when a flow is incomplete.
  std::vector<MetricValue> finish() const;

 private:
  static constexpr std::size_t kNoFlow = static_cast<std::size_t>(-1);
  struct InLink {
    std::int64_t arrived_ns = 0;
    std::size_t flow = kNoFlow;
    bool syn = false;
    bool fin = false;
  };
  struct DirectionTotals {
    PacketCount received;
    PacketCount delivered;
    PacketCount dropped;
    DropCounts drops{};
    std::int64_t corrupted = 0;
    std::int64_t retransmissions = 0;
    std::int64_t marks = 0;
    std::int64_t router_queue_max = 0;  // bytes
    std::int64_t send_buffer_max = 0;   // bytes
  };

  void arrival(const EventRecord& event, std::span<const std::uint8_t> snap);
  void delivery(const EventRecord& event);
  void drop(const EventRecord& event);
  void workload_event(bool syn, bool fin);

  std::vector<FlowTracker> flows_;
  std::int64_t rate_;
  std::unordered_map<std::uint64_t, InLink> in_link_;  // by packet id
  DirectionTotals totals_[2];
  bool started_ = false;               // a SYN of the workload was seen
  std::int64_t delivered_since_ = 0;   // downlink bytes delivered since that SYN
  std::int64_t delivered_at_fin_ = 0;  // the same up to the last FIN so far
};

}  // namespace seawind
