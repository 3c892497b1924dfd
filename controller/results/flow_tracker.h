// SPDX-License-Identifier: GPL-3.0-or-later
// One flow of the workload as its data sender's host sees it: what that host sends (arrivals at the
// link) and what it receives (deliveries from the link).
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "common/event_log.h"
#include "controller/results/byte_ranges.h"
#include "controller/results/delay_summary.h"
#include "controller/results/metrics.h"
#include "controller/results/trace.h"

namespace seawind {

struct PacketCount {
  std::int64_t packets = 0;
  std::int64_t bytes = 0;
  void add(std::int64_t size) { ++packets, bytes += size; }
};
using DropCounts = std::array<PacketCount, kDropReasons>;

class FlowTracker {
 public:
  explicit FlowTracker(const FlowSpec& spec) : spec_(spec) {}

  const FlowSpec& spec() const { return spec_; }
  /// Whether a segment travelling in `direction` belongs to this flow.
  bool owns(const TcpSegment& segment, Direction direction) const;
  /// Whether `direction` is the one the flow's data travels in.
  bool is_data(Direction direction) const {
    return (direction == Direction::kDownlink) == spec_.downlink;
  }

  /// The data sender sent a segment at `time_ns`.
  void sent(const TcpSegment& segment, std::int64_t time_ns);
  /// The data sender received a segment with these flags.
  void received(bool syn, bool fin, std::int64_t time_ns);
  void dropped(Direction direction, std::uint8_t reason, std::int64_t size);
  void marked() { ++marks_; }
  /// A packet in the data's direction left the link after `ns`.
  void delayed(std::int64_t ns) { delays_.add(ns); }

  std::optional<std::int64_t> first_syn() const { return first_syn_; }
  /// The last segment with a FIN, sent or received; nothing before both sides have closed.
  std::optional<std::int64_t> last_fin() const;
  /// Bytes of the object with headers, original transmissions only.
  std::int64_t object_bytes() const { return object_bytes_; }
  std::int64_t elapsed_ns() const { return *last_fin() - *first_syn_; }

  /// Throws Error when the flow did not begin, end or carry all its bytes.
  void require_complete() const;
  /// Appends the flow's own metrics; the flow must be complete.
  void report(std::int64_t workload_start_ns, std::vector<MetricValue>& out) const;

 private:
  struct Connection {
    std::uint32_t initial_sequence = 0;
    std::int64_t highest = 0;  // stream offset, for unwrapping
    ByteRanges sent;
  };
  void saw_syn(std::int64_t time_ns);

  FlowSpec spec_;
  std::map<std::uint16_t, Connection> connections_;  // by the data sender's port
  std::optional<std::int64_t> first_syn_;
  std::optional<std::int64_t> fin_sent_;
  std::optional<std::int64_t> fin_received_;
  std::int64_t payload_bytes_ = 0;  // distinct
  std::int64_t object_bytes_ = 0;
  std::int64_t retransmitted_bytes_ = 0;
  std::int64_t retransmitted_segments_ = 0;
  std::int64_t syn_repeats_ = 0;
  std::int64_t marks_ = 0;
  DropCounts data_drops_{};
  DropCounts reverse_drops_{};
  DelaySummary delays_;
};

/// Appends drops_<reason> (packets) and drops_<reason>_bytes for every reason.
void report_drops(const std::string& flow, const std::string& prefix, const DropCounts& drops,
                  std::vector<MetricValue>& out);

}  // namespace seawind
