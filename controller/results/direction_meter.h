// SPDX-License-Identifier: GPL-3.0-or-later
// What one direction of the link did, whatever the flow.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "common/event_log.h"
#include "controller/results/drop_counts.h"
#include "controller/results/queue_meter.h"

namespace seawind {

struct DirectionMeter {
  PacketCount received;
  PacketCount generated;  // by the emulator itself
  PacketCount delivered;
  PacketCount dropped;
  DropCounts drops{};
  std::int64_t stray = 0;  // packets on a flow's port that are none of its own
  std::int64_t modified = 0;
  std::int64_t attempts = 0;  // transmissions and retransmissions
  std::int64_t corrupted = 0;
  std::int64_t retransmissions = 0;
  std::int64_t resets = 0;
  std::int64_t marks = 0;
  std::int64_t send_buffer_max = 0;  // bytes
  std::array<std::int64_t, QueueMeter::kClasses> class_bytes{};
  QueueMeter queue;

  std::int64_t busy_ns = 0;  // with a transmission under way
  std::int64_t transmitting_since = -1;

  bool begun = false;                  // the workload has begun
  std::int64_t delivered_since = 0;    // bytes since then
  std::int64_t delivered_at_last = 0;  // the same up to the workload's last packet so far
  std::int64_t busy_at_begin = 0;
  std::int64_t busy_at_last = 0;

  /// Counters that need no packet: transmissions, errors, buffers, averages.
  void count(const EventRecord& event);
  void begin(std::int64_t time_ns);
  void mark_last(std::int64_t time_ns);
  /// `elapsed` of the workload in seconds; `rate` in bit/s, 0: not known.
  void report(const std::string& name, double elapsed, std::int64_t rate,
              std::vector<MetricValue>& out) const;
};

}  // namespace seawind
