// SPDX-License-Identifier: GPL-3.0-or-later
// A flow of TCP connections: a bulk transfer (one connection), an HTTP transfer (several
// connections that form one entity), or the traffic of an external program. Elapsed time is SYN to
// FIN-ACK inclusive: from the first SYN sent or received by the data's sender to the last segment
// with a FIN, sent or received. The flow of an external program lasts from its first to its last
// packet. A segment of a connection whose SYN is not in the log does not belong to the flow,
// because it is left over from an earlier connection.
//
// HTTP response time (B5): from the client's first SYN to the arrival of the last byte of data that
// was new to the client.
#pragma once

#include <map>
#include <memory_resource>

#include "controller/measure/flow_meter.h"
#include "controller/measure/tcp_half.h"

namespace seawind {

class TcpFlow : public FlowMeter {
 public:
  TcpFlow(const FlowSpec& spec, LogMemory& memory)
      : FlowMeter(spec, memory), memory_(memory), connections_(&memory) {}

  bool owns(const IpPacket& packet) override;
  void finish() override;
  std::int64_t object_bytes() const override { return data_.object_bytes + datagram_bytes_; }
  void require_complete() const override;

 private:
  /// Both directions of a connection, identified by the port at the flow's other end.
  struct Connection {
    explicit Connection(TcpFlow& flow)
        : data(flow.data_, flow.memory_), reverse(flow.reverse_, flow.memory_) {}
    TcpHalf data;
    TcpHalf reverse;
  };
  void on_sent(const FlowPacket& packet) override;
  void on_delivered(const FlowPacket& packet, std::int64_t time_ns, std::int64_t bytes) override;
  void on_dropped(const FlowPacket& packet, std::int64_t time_ns) override;
  void report_own(const std::string& as, std::vector<MetricValue>& out) const override;

  Connection& connection_of(const IpPacket& packet);
  TcpHalf::Carried resolve(const FlowPacket& packet, bool delivered, std::int64_t time_ns);
  bool is_free() const { return spec().kind == FlowKind::kFree; }
  void record_fin(std::int64_t time_ns);

  LogMemory& memory_;
  TcpCounters data_;
  TcpCounters reverse_;
  std::pmr::map<std::uint16_t, Connection> connections_;
  bool fin_sent_ = false;
  bool fin_received_ = false;
  std::optional<std::int64_t> last_new_data_;
  std::int64_t datagram_bytes_ = 0;  // received; only for an external program
};

}  // namespace seawind
