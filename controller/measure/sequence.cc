// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/measure/sequence.h"

#include <algorithm>

#include "controller/measure/tcp_half.h"

namespace seawind {

struct SequenceTracer::Connection {
  explicit Connection(LogMemory& memory) : data(counters, memory) {}

  TcpCounters counters;
  TcpHalf data;
  bool known = false;
  std::uint32_t initial = 0;
  std::int64_t highest = 0;
  std::int64_t acknowledged = 0;

  std::int64_t offset(std::uint32_t number) const {
    const std::uint32_t wrapped = number - initial;
    return highest + static_cast<std::int32_t>(wrapped - static_cast<std::uint32_t>(highest));
  }
};

SequenceTracer::SequenceTracer(LogMemory& memory, const FlowSpec& flow, OnEvent on_event)
    : memory_(memory),
      on_event_(std::move(on_event)),
      meter_(make_flow_meter(flow, memory)),
      connections_(&memory),
      journeys_(memory) {}
SequenceTracer::~SequenceTracer() = default;

SequenceTracer::Connection& SequenceTracer::connection(std::uint16_t port) {
  return connections_.try_emplace(port, memory_).first->second;
}

void SequenceTracer::notify(Kind kind, const Journey& packet, std::int64_t time_ns) const {
  on_event_({kind, time_ns, packet.begin, packet.end, packet.connection, packet.packet.id});
}

void SequenceTracer::add(const EventRecord& event, std::span<const std::uint8_t> snap) {
  if (event.kind == EventKind::kArrival) return arrival(event, snap);
  if (!ends_journey(event.kind) && event.kind != EventKind::kMark &&
      event.kind != EventKind::kModified)
    return;
  const Journey* packet = journeys_.follow(event);
  if (packet == nullptr) return;
  if (event.kind == EventKind::kModified) {
    if (const auto ip = parse_snap(snap)) meter_->translated(packet->packet.ip, *ip);
    return;
  }
  const bool shown = packet->packet.data && packet->end > packet->begin;
  if (event.kind == EventKind::kMark) {
    if (shown) notify(Kind::kMarked, *packet, event.time_ns);
    return;
  }
  const bool delivered = event.kind == EventKind::kDelivered;
  if (shown && !delivered) notify(Kind::kDropped, *packet, event.time_ns);
  if (!packet->packet.ip.tcp) {
    if (shown && delivered) notify(Kind::kDelivered, *packet, event.time_ns);
    return;
  }
  Connection& c = connection(packet->connection);
  if (packet->packet.data) {
    c.data.resolved(event.packet, delivered);
  } else if (packet->packet.ip.tcp->ack) {
    c.data.acknowledged(event.packet, delivered, event.time_ns);
    if (delivered) acknowledged(*packet, event.time_ns);
  }
}

void SequenceTracer::acknowledged(const Journey& packet, std::int64_t time_ns) {
  Connection& c = connection(packet.connection);
  if (!c.known || packet.begin < c.acknowledged || packet.begin > c.highest) return;
  const bool further = packet.begin > c.acknowledged;
  if (!further && packet.end > packet.begin) return;  // a segment of the receiver's own
  on_event_({further ? Kind::kAdvance : Kind::kDuplicate, time_ns, packet.begin, c.acknowledged,
             packet.connection, packet.packet.id});
  c.acknowledged = packet.begin;
}

void SequenceTracer::arrival(const EventRecord& event, std::span<const std::uint8_t> snap) {
  const auto ip = parse_snap(snap);
  if (!ip || !meter_->owns(*ip)) return;
  if (!counts_packets_) counts_packets_ = !ip->tcp;
  if (counts_packets_ == ip->tcp.has_value()) return;
  Journey& packet = journeys_.begin(event, {.packet = meter_->packet(event, *ip)});
  packet.connection = meter_->other_port(*ip);
  if (!ip->tcp) {
    if (!packet.packet.data) return;
    packet.begin = packets_++;
    packet.end = packets_;
    return notify(Kind::kNew, packet, event.time_ns);
  }
  const TcpSegment& s = *ip->tcp;
  Connection& c = connection(packet.connection);
  if (!packet.packet.data) {
    if (s.ack) c.data.acknowledging(event.packet, s.acknowledgement);
    packet.begin = c.offset(s.acknowledgement);
    packet.end = packet.begin + s.payload + s.syn + s.fin;
    return;
  }
  if (s.syn && (!c.known || c.initial != s.sequence)) {
    c.known = true;
    c.initial = s.sequence;
    c.highest = 0;
    c.acknowledged = 0;
  }
  if (!c.known) return;
  packet.begin = c.offset(s.sequence);
  packet.end = packet.begin + s.payload + s.syn + s.fin;
  const std::int64_t timeouts = c.counters.timeouts;
  const bool again = c.data.sent(event.packet, s, event.time_ns);
  if (packet.end == packet.begin) return;
  c.highest = std::max(c.highest, packet.end);
  notify(again ? Kind::kAgain : Kind::kNew, packet, event.time_ns);
  if (c.counters.timeouts > timeouts) notify(Kind::kTimeout, packet, event.time_ns);
}

}  // namespace seawind
