// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/measure/tcp_flow.h"

#include <fmt/format.h>

namespace seawind {

TcpFlow::Connection& TcpFlow::connection_of(const IpPacket& packet) {
  return connections_.try_emplace(other_port(packet), *this).first->second;
}

bool TcpFlow::owns(const IpPacket& packet) {
  if (!has_port(packet)) return false;
  if (!packet.tcp) return spec().program || (is_free() && is_own_datagram(packet));
  if (packet.tcp->syn) connection_of(packet);
  return connections_.contains(other_port(packet));
}

void TcpFlow::record_fin(std::int64_t time_ns) {
  if (fin_sent_ && fin_received_) ends(time_ns);
}

void TcpFlow::on_sent(const FlowPacket& packet) {
  const std::int64_t now = packet.arrived_ns;
  if (is_free()) begins(now), ends(now);
  if (!packet.ip.tcp) return;
  const TcpSegment& segment = *packet.ip.tcp;
  // The client of an HTTP flow is at the other end. It sends its first SYN before the data's sender
  // receives one.
  const bool from_host = packet.data || spec().kind == FlowKind::kHttp;
  if (segment.syn && from_host) begins(now);
  if (segment.fin && packet.data) fin_sent_ = true, record_fin(now);
  Connection& connection = connection_of(packet.ip);
  TcpHalf& own = packet.data ? connection.data : connection.reverse;
  TcpHalf& other = packet.data ? connection.reverse : connection.data;
  own.sent(packet.id, segment, now);
  if (segment.ack) other.acknowledging(packet.id, segment.acknowledgement);
}

TcpHalf::Carried TcpFlow::resolve(const FlowPacket& packet, bool delivered, std::int64_t time_ns) {
  Connection& connection = connection_of(packet.ip);
  TcpHalf& own = packet.data ? connection.data : connection.reverse;
  TcpHalf& other = packet.data ? connection.reverse : connection.data;
  const TcpHalf::Carried carried = own.resolved(packet.id, delivered);
  if (packet.ip.tcp->ack) other.acknowledged(packet.id, delivered, time_ns);
  return carried;
}

void TcpFlow::on_delivered(const FlowPacket& packet, std::int64_t time_ns, std::int64_t bytes) {
  if (is_free()) ends(time_ns);
  if (!packet.ip.tcp) {
    if (packet.data) datagram_bytes_ += bytes, count(packet, bytes);
    return;
  }
  const TcpHalf::Carried carried = resolve(packet, true, time_ns);
  if (packet.data) {
    if (carried.new_payload > 0) last_new_data_ = time_ns;
    count(packet, carried.original);
    return;
  }
  if (packet.ip.tcp->syn) begins(time_ns);
  if (packet.ip.tcp->fin) fin_received_ = true, record_fin(time_ns);
}

void TcpFlow::on_dropped(const FlowPacket& packet, std::int64_t time_ns) {
  if (packet.ip.tcp) resolve(packet, false, time_ns);
}

void TcpFlow::finish() {
  for (auto& [port, connection] : connections_) {
    connection.data.finish();
    connection.reverse.finish();
  }
}

void TcpFlow::require_complete() const {
  if (is_free()) return;
  if (!first()) fail("has no SYN in the event log: it never started");
  if (!fin_sent_) fail("did not finish: the sender's FIN is not in the event log");
  if (!fin_received_) fail("did not finish: the receiver's FIN did not reach the sender");
  if (spec().size > 0 && data_.payload_bytes != spec().size)
    fail(fmt::format("carried {} of {} payload bytes", data_.payload_bytes, spec().size));
}

void TcpFlow::report_own(const std::string& as, std::vector<MetricValue>& out) const {
  if (connections_.empty()) return;  // a program that uses UDP
  const auto add = [&](const char* metric, const char* unit, std::int64_t value) {
    out.push_back({as, metric, unit, static_cast<double>(value)});
  };
  add("retransmitted_bytes", "B", data_.retransmitted_bytes);
  add("retransmitted_segments", "packets", data_.retransmitted_segments);
  add("unnecessary_retransmissions", "packets", data_.unnecessary);
  add("timeouts", "1", data_.timeouts);
  add("spurious_timeouts", "1", data_.spurious_timeouts);
  add("reverse_retransmitted_segments", "packets", reverse_.retransmitted_segments);
  add("reverse_unnecessary_retransmissions", "packets", reverse_.unnecessary);
  add("reverse_timeouts", "1", reverse_.timeouts);
  add("reverse_spurious_timeouts", "1", reverse_.spurious_timeouts);
  add("syn_retransmissions", "packets", data_.syn_repeats);
  add("unnecessary_syns", "packets", data_.unnecessary_syns);
  add("reverse_syn_retransmissions", "packets", reverse_.syn_repeats);
  add("reverse_unnecessary_syns", "packets", reverse_.unnecessary_syns);
  // If a program's data are datagrams, TCP is its control connection.
  const bool of_datagrams = datagram_bytes_ > data_.object_bytes;
  if (elapsed_ns() > 0 && !of_datagrams)
    out.push_back(
        {as, "goodput", "B/s",
         static_cast<double>(data_.payload_delivered) * 1e9 / static_cast<double>(elapsed_ns())});
  if (data_.payload_sent > 0 && !of_datagrams)
    out.push_back(
        {as, "goodput_ratio", "1",
         static_cast<double>(data_.payload_delivered) / static_cast<double>(data_.payload_sent)});
  if (spec().kind == FlowKind::kHttp && first() && last_new_data_)
    out.push_back(
        {as, "response_time", "s", static_cast<double>(*last_new_data_ - *first()) / 1e9});
}

}  // namespace seawind
