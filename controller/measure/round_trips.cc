// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/measure/round_trips.h"

#include "common/wire/ip_protocols.h"

namespace seawind {
namespace {

using namespace ip_protocol;

bool is_icmp_request(const IpPacket& p) {
  return (p.protocol == kIcmp && p.icmp_type == 8) || (p.protocol == kIcmp6 && p.icmp_type == 128);
}
bool is_icmp_reply(const IpPacket& p) {
  return (p.protocol == kIcmp && p.icmp_type == 0) || (p.protocol == kIcmp6 && p.icmp_type == 129);
}
}  // namespace

// The sequence number of ICMP wraps after 65535, unlike that in the payload.
RoundTrips::Key RoundTrips::key_of(const IpPacket& p) {
  if (p.protocol == kUdp) return {0, 0, p.payload_head};
  return {p.icmp_identifier, p.icmp_sequence, p.payload_head};
}

bool RoundTrips::is_udp(const IpPacket& packet) const {
  return packet.protocol == kUdp && has_port(packet);
}

bool RoundTrips::owns(const IpPacket& packet) {
  if (is_icmp_request(packet)) return packet.icmp_identifier == spec().sink_port;
  if (is_icmp_reply(packet))
    return before_nat(packet.destination_address, packet.icmp_identifier) == spec().sink_port;
  return is_own_datagram(packet);
}

void RoundTrips::translated(const IpPacket& before, const IpPacket& after) {
  if (is_icmp_request(before))
    map_nat({after.source_address, after.icmp_identifier}, before.icmp_identifier);
}

bool RoundTrips::is_request(const FlowPacket& packet) const {
  return packet.data && (is_icmp_request(packet.ip) || is_udp(packet.ip));
}

bool RoundTrips::is_reply(const FlowPacket& packet) const {
  return !packet.data && (is_icmp_reply(packet.ip) || is_udp(packet.ip));
}

void RoundTrips::on_sent(const FlowPacket& packet) {
  begins(packet.arrived_ns);
  ends(packet.arrived_ns);
  if (!is_request(packet)) return;
  ++requests_;
  waiting_[key_of(packet.ip)] = packet.arrived_ns;
}

void RoundTrips::on_delivered(const FlowPacket& packet, std::int64_t time_ns, std::int64_t bytes) {
  ends(time_ns);
  if (packet.data) received_bytes_ += bytes, count(packet, bytes);
  if (!is_reply(packet)) return;
  Key key = key_of(packet.ip);
  if (!is_udp(packet.ip))
    key.identifier = before_nat(packet.ip.destination_address, key.identifier);
  const auto it = waiting_.find(key);
  if (it == waiting_.end()) return;
  ++replies_;
  latest_ = time_ns - it->second;
  times_.add(latest_);
  waiting_.erase(it);
}

void RoundTrips::on_dropped(const FlowPacket& /*packet*/, std::int64_t /*time_ns*/) {}

void RoundTrips::report_own(const std::string& as, std::vector<MetricValue>& out) const {
  out.push_back({as, "requests", "packets", static_cast<double>(requests_)});
  out.push_back({as, "replies", "packets", static_cast<double>(replies_)});
  if (requests_ > 0)
    out.push_back({as, "loss_fraction", "1",
                   1 - static_cast<double>(replies_) / static_cast<double>(requests_)});
  report_percentiles(as, "rtt", times_, out);
}

}  // namespace seawind
