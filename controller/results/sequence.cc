// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/results/sequence.h"

#include <algorithm>

#include "controller/results/tcp_half.h"

namespace seawind {

struct SequenceTracer::Connection {
  TcpCounters counters;
  TcpHalf data{counters};
  bool known = false;
  std::uint32_t initial = 0;
  std::int64_t highest = 0;
  std::int64_t acknowledged = 0;

  std::int64_t offset(std::uint32_t number) const {
    const std::uint32_t wrapped = number - initial;
    return highest + static_cast<std::int32_t>(wrapped - static_cast<std::uint32_t>(highest));
  }
};

SequenceTracer::SequenceTracer(const FlowSpec& flow, OnEvent on_event)
    : on_event_(std::move(on_event)), meter_(make_flow_meter(flow)) {}
SequenceTracer::~SequenceTracer() = default;

void SequenceTracer::add(const EventRecord& event, std::span<const std::uint8_t> snap) {
  using Kind = SequenceEvent::Kind;
  if (event.kind == EventKind::kArrival) return arrival(event, snap);
  if (event.kind != EventKind::kDelivered && event.kind != EventKind::kDrop &&
      event.kind != EventKind::kMark)
    return;
  const auto it = in_link_.find(event.packet);
  if (it == in_link_.end()) return;
  const Packet packet = it->second;
  const bool shown = packet.packet.data && packet.end > packet.begin;
  if (event.kind == EventKind::kMark) {
    if (shown)
      on_event_({Kind::kMarked, event.time_ns, packet.begin, packet.end, packet.connection,
                 event.packet});
    return;
  }
  in_link_.erase(it);
  const bool delivered = event.kind == EventKind::kDelivered;
  if (shown && !delivered)
    on_event_(
        {Kind::kDropped, event.time_ns, packet.begin, packet.end, packet.connection, event.packet});
  if (!packet.packet.ip.tcp) {
    if (shown && delivered)
      on_event_({Kind::kDelivered, event.time_ns, packet.begin, packet.end, packet.connection,
                 event.packet});
    return;
  }
  Connection& c = connections_[packet.connection];
  if (packet.packet.data) {
    c.data.resolved(event.packet, delivered);
  } else if (packet.packet.ip.tcp->ack) {
    c.data.acknowledged(event.packet, delivered, event.time_ns);
    if (delivered) acknowledged(packet, event.time_ns);
  }
}

void SequenceTracer::acknowledged(const Packet& packet, std::int64_t time_ns) {
  using Kind = SequenceEvent::Kind;
  Connection& c = connections_[packet.connection];
  if (!c.known || packet.begin < c.acknowledged || packet.begin > c.highest) return;
  const bool further = packet.begin > c.acknowledged;
  on_event_({further ? Kind::kAdvance : Kind::kDuplicate, time_ns, packet.begin, c.acknowledged,
             packet.connection, packet.packet.id});
  c.acknowledged = packet.begin;
}

void SequenceTracer::arrival(const EventRecord& event, std::span<const std::uint8_t> snap) {
  using Kind = SequenceEvent::Kind;
  const auto ip = parse_snap(snap);
  if (!ip || !meter_->owns(*ip)) return;
  Packet& entry = in_link_[event.packet];
  entry = {};
  entry.packet = {event.packet, event.time_ns, event.size, meter_->is_data(event.direction), *ip};
  entry.connection =
      ip->source_port == meter_->spec().sink_port ? ip->destination_port : ip->source_port;
  if (!ip->tcp) {
    if (!entry.packet.data) return;
    entry.begin = packets_++;
    entry.end = packets_;
    return on_event_(
        {Kind::kNew, event.time_ns, entry.begin, entry.end, entry.connection, event.packet});
  }
  const TcpSegment& s = *ip->tcp;
  Connection& c = connections_[entry.connection];
  if (!entry.packet.data) {
    if (s.ack) c.data.acknowledging(event.packet, s.acknowledgement);
    entry.begin = c.offset(s.acknowledgement);
    return;
  }
  if (s.syn && (!c.known || c.initial != s.sequence)) {
    c.known = true;
    c.initial = s.sequence;
    c.highest = 0;
    c.acknowledged = 0;
  }
  if (!c.known) return;
  entry.begin = c.offset(s.sequence);
  entry.end = entry.begin + s.payload + s.syn + s.fin;
  const std::int64_t timeouts = c.counters.timeouts;
  c.data.sent(event.packet, s, event.time_ns);
  if (entry.end == entry.begin) return;
  const bool again = entry.begin < c.highest;
  c.highest = std::max(c.highest, entry.end);
  on_event_({again ? Kind::kAgain : Kind::kNew, event.time_ns, entry.begin, entry.end,
             entry.connection, event.packet});
  if (c.counters.timeouts > timeouts)
    on_event_(
        {Kind::kTimeout, event.time_ns, entry.begin, entry.end, entry.connection, event.packet});
}

}  // namespace seawind
