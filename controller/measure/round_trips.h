// SPDX-License-Identifier: GPL-3.0-or-later
// Echo through the link (ICMP, or UDP on the flow's port): round-trip times from the arrival of a
// request at the link to the delivery of its reply, and the number of requests without a reply.
// The identifier of ICMP is the flow's port, which distinguishes its requests from those of other
// programs. Requests are matched by sequence number and the first 8 bytes of their payload, UDP by
// these alone: the ping generator writes a sequence number there that does not wrap.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <memory_resource>

#include "controller/measure/flow_meter.h"

namespace seawind {

class RoundTrips : public FlowMeter {
 public:
  RoundTrips(const FlowSpec& spec, LogMemory& memory)
      : FlowMeter(spec, memory), waiting_(&memory) {}
  bool owns(const IpPacket& packet) override;
  void translated(const IpPacket& before, const IpPacket& after) override;
  std::int64_t object_bytes() const override { return received_bytes_; }
  std::int64_t replies() const { return replies_; }
  /// Round-trip time that ended with the latest reply, in ns; 0 before the first.
  std::int64_t latest() const { return latest_; }

 private:
  struct Key {
    std::uint16_t identifier = 0;  // of ICMP
    std::uint16_t sequence = 0;    // of ICMP
    std::uint64_t head = 0;        // of the payload
    auto operator<=>(const Key&) const = default;
  };
  static Key key_of(const IpPacket& packet);
  bool is_udp(const IpPacket& packet) const;
  bool is_request(const FlowPacket& packet) const;
  bool is_reply(const FlowPacket& packet) const;
  void on_sent(const FlowPacket& packet) override;
  void on_delivered(const FlowPacket& packet, std::int64_t time_ns, std::int64_t bytes) override;
  void on_dropped(const FlowPacket& packet, std::int64_t time_ns) override;
  void report_own(const std::string& as, std::vector<MetricValue>& out) const override;

  std::pmr::map<Key, std::int64_t> waiting_;  // key -> send time of the newest request with it
  std::int64_t requests_ = 0;
  std::int64_t replies_ = 0;
  std::int64_t latest_ = 0;
  std::int64_t received_bytes_ = 0;
  ValueSummary times_;
};

}  // namespace seawind
