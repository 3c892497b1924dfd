// SPDX-License-Identifier: GPL-3.0-or-later
// Metrics of one direction of the link over all flows.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "common/event_log.h"
#include "controller/measure/drop_counts.h"
#include "controller/measure/queue_meter.h"
#include "controller/measure/router_level.h"
#include "controller/measure/value_summary.h"

namespace seawind {

struct DirectionMeter {
  explicit DirectionMeter(LogMemory& memory) : router(memory) {}

  PacketCount received;
  PacketCount generated;  // by the emulator
  PacketCount delivered;
  PacketCount dropped;
  DropCounts drops{};
  std::int64_t stray = 0;  // packets with a flow's port that do not belong to the flow
  std::int64_t modified = 0;
  std::int64_t attempts = 0;  // transmissions and retransmissions
  std::int64_t corrupted = 0;
  std::int64_t retransmissions = 0;
  std::int64_t resets = 0;
  std::int64_t marks = 0;
  std::int64_t send_buffer_max = 0;  // bytes
  std::array<std::int64_t, QueueMeter::kClasses> class_bytes{};
  QueueMeter queue;
  RouterLevel router;
  ValueSummary delays;    // ns; counted only if the workload has no flows
  ValueSummary queueing;  // ns from a packet's arrival to the start of its first transmission

  std::int64_t rate = 0;  // bit/s, by the log's changes of the rate
  std::int64_t rate_since = 0;
  double bits_before = 0;  // that the link could have sent until rate_since
  double bits_at_begin = 0;
  double bits_at_last = 0;

  std::int64_t busy_ns = 0;  // time in which a transmission was in progress
  std::int64_t transmitting_since = -1;

  bool begun = false;                  // whether the workload has begun
  std::int64_t delivered_since = 0;    // bytes since the workload began
  std::int64_t delivered_at_last = 0;  // delivered_since at the workload's last packet so far
  std::int64_t busy_at_begin = 0;
  std::int64_t busy_at_last = 0;

  /// Records the queue of the whole router after an event of the router or a drop.
  void record_router(const EventRecord& event) {
    if (const auto level = router.after(event)) queue.length(event.time_ns, 0, *level);
  }
  /// Time spent on transmissions until time_ns, which must not precede the last event.
  std::int64_t busy_until(std::int64_t time_ns) const {
    return busy_ns + (transmitting_since >= 0 ? time_ns - transmitting_since : 0);
  }
  /// What the link could have sent until time_ns by the log's changes of the rate.
  double bits_until(std::int64_t time_ns) const {
    return bits_before +
           static_cast<double>(rate) * static_cast<double>(time_ns - rate_since) / 1e9;
  }
  /// Counts an event for which the packet is not needed: transmissions, errors, buffers, averages.
  void count(const EventRecord& event);
  void begin(std::int64_t time_ns);
  void record_last_packet(std::int64_t time_ns);
  /// `elapsed`: seconds of the workload; `nominal`: bit/s, 0: unknown, or kLoggedRate.
  void report(const std::string& name, double elapsed, std::int64_t nominal,
              std::vector<MetricValue>& out) const;
};

}  // namespace seawind
