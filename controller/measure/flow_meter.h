// SPDX-License-Identifier: GPL-3.0-or-later
// One flow of the workload as observed by the host that sends its data. A packet that this host
// sends is observed when it arrives at the link, a packet that it receives when it leaves the link.
//
// - add() is called for each event of a packet of the flow, in both directions. The first one is
//   the packet's ARRIVAL. The last one is DELIVERED or DROP, unless the log ends while the packet
//   is in the link.
// - finish() is called once, after the last packet. Only then may results be read.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <memory_resource>
#include <optional>
#include <string>
#include <vector>

#include "controller/measure/drop_counts.h"
#include "controller/measure/log_memory.h"
#include "controller/measure/metrics.h"
#include "controller/measure/packet_snap.h"
#include "controller/measure/value_summary.h"

namespace seawind {

/// A packet of a flow as it arrived at the link.
struct FlowPacket {
  std::uint64_t id = 0;
  std::int64_t arrived_ns = 0;
  std::int64_t size = 0;  // IP bytes at arrival; from the router's queue on, those in the queue
  bool data = false;      // travels in the direction of the flow's data
  IpPacket ip;
};

class FlowMeter {
 public:
  FlowMeter(const FlowSpec& spec, LogMemory& memory) : spec_(spec), before_nat_(&memory) {}
  virtual ~FlowMeter() = default;
  FlowMeter(const FlowMeter&) = delete;
  FlowMeter& operator=(const FlowMeter&) = delete;

  const FlowSpec& spec() const { return spec_; }
  /// Whether the packet has the flow's port.
  bool has_port(const IpPacket& packet) const;
  /// Whether the packet belongs to the flow. Must be called for every packet in order, because a
  /// connection is recognized by its SYN.
  virtual bool owns(const IpPacket& packet) { return has_port(packet); }
  /// Whether a datagram is from the flow's generators, that is, has the ports of both ends. The
  /// port of the end that sends to sink_port is taken from the first datagram whose first 8 bytes
  /// are a small number: the generators number their datagrams there, from 0. Must be called for
  /// every packet in order.
  bool is_own_datagram(const IpPacket& packet);
  /// Records that a stage of the link has changed a packet of the flow. A NAT may have changed its
  /// ports or the identifier of an echo.
  virtual void translated(const IpPacket& before, const IpPacket& after);
  /// The port of the flow's other end, before translation by a NAT.
  std::uint16_t other_port(const IpPacket& packet) const;
  bool is_data(Direction direction) const {
    return (direction == Direction::kDownlink) == spec_.downlink;
  }
  /// Whether the flow's throughput counts for fairness.
  bool is_tcp() const { return spec_.kind == FlowKind::kTransfer || spec_.kind == FlowKind::kHttp; }

  /// The packet of this flow that arrives with the event.
  FlowPacket packet(const EventRecord& arrival, const IpPacket& ip) const {
    return {arrival.packet, arrival.time_ns, arrival.size, is_data(arrival.direction), ip};
  }
  /// Counts an event of a packet. Kinds other than ARRIVAL, DELIVERED, DROP and MARK have no
  /// effect.
  void add(const FlowPacket& packet, const EventRecord& event);
  virtual void finish() {}

  /// Time of the first and the last packet of the flow (B5, elapsed time); empty before the first.
  std::optional<std::int64_t> first() const { return first_; }
  std::optional<std::int64_t> last() const { return last_; }
  std::int64_t elapsed_ns() const { return last_ && first_ ? *last_ - *first_ : 0; }
  /// Object bytes with headers: original TCP transmissions, received datagrams.
  virtual std::int64_t object_bytes() const = 0;
  /// Starts counting for simultaneous throughput. counted_bytes() covers packets that are sent from
  /// now on and delivered: original TCP transmissions with headers, including SYN and FIN;
  /// datagrams.
  void count_from(std::int64_t time_ns) { count_from_ns_ = time_ns, counted_bytes_ = 0; }
  std::int64_t counted_bytes() const { return counted_bytes_; }
  /// The time, in ns, over which throughput is measured.
  virtual std::int64_t throughput_time() const { return elapsed_ns(); }

  const ValueSummary& delays() const { return delays_; }  // in the data's direction

  /// Throws Error when the flow did not begin, end or carry all its bytes.
  virtual void require_complete() const {}
  /// Appends the flow's own metrics with the flow name `as`.
  void report(const std::string& as, std::int64_t workload_start_ns,
              std::vector<MetricValue>& out) const;

 protected:
  /// Address and port, or identifier of an echo, of a mapping on the far side of a NAT.
  using Outside = std::pair<std::uint32_t, std::uint16_t>;
  /// The host's own port, or identifier, of this mapping; `number` if there is no mapping.
  std::uint16_t before_nat(std::uint32_t address, std::uint16_t number) const;
  void map_nat(const Outside& outside, std::uint16_t number) { before_nat_[outside] = number; }
  virtual void on_sent(const FlowPacket& packet) = 0;
  /// `bytes`: of the IP packet, fewer than at its arrival if the link has cut it to its headers.
  virtual void on_delivered(const FlowPacket& packet, std::int64_t time_ns, std::int64_t bytes) = 0;
  virtual void on_dropped(const FlowPacket& packet, std::int64_t time_ns) = 0;
  virtual void report_own(const std::string& as, std::vector<MetricValue>& out) const = 0;
  [[noreturn]] void fail(const std::string& what) const;
  void begins(std::int64_t time_ns) {
    if (!first_) first_ = time_ns;
  }
  void ends(std::int64_t time_ns) { last_ = time_ns; }
  /// Records that the packet was delivered with `bytes` that count for simultaneous throughput.
  void count(const FlowPacket& packet, std::int64_t bytes) {
    if (packet.arrived_ns >= count_from_ns_) counted_bytes_ += bytes;
  }

 private:
  FlowSpec spec_;
  std::optional<std::int64_t> first_;
  std::optional<std::int64_t> last_;
  std::int64_t marks_ = 0;
  std::int64_t count_from_ns_ = 0;
  std::int64_t counted_bytes_ = 0;
  DropCounts data_drops_{};
  DropCounts reverse_drops_{};
  ValueSummary delays_;  // in the data's direction
  std::pmr::map<Outside, std::uint16_t> before_nat_;
  std::optional<std::uint16_t> peer_port_;  // of the generators' datagrams, before a NAT
};

/// The meter may use `memory` as long as it exists.
std::unique_ptr<FlowMeter> make_flow_meter(const FlowSpec& spec, LogMemory& memory);

/// Appends NAME_min, _q1, _median, _q3, _p95, _p99, _max (seconds). Appends nothing without values.
void report_percentiles(const std::string& flow, const std::string& name,
                        const ValueSummary& values, std::vector<MetricValue>& out);

}  // namespace seawind
