// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/measure/direction_meter.h"

#include <algorithm>

#include "controller/measure/flow_meter.h"

namespace seawind {

void DirectionMeter::count(const EventRecord& event) {
  switch (event.kind) {
    case EventKind::kSendBufferEnter:
      send_buffer_max = std::max(send_buffer_max, event.value);
      return;
    case EventKind::kTransmitStart:
      ++attempts;
      transmitting_since = event.time_ns;
      return;
    case EventKind::kTransmitEnd:
      if (transmitting_since >= 0) busy_ns += event.time_ns - transmitting_since;
      transmitting_since = -1;
      return;
    case EventKind::kCorrupted:
      ++corrupted;
      return;
    case EventKind::kRetransmit:
      if (event.value != kOnTheLink) ++attempts;  // otherwise its kTransmitStart counts
      ++retransmissions;
      return;
    case EventKind::kLinkReset:
      ++resets;
      return;
    case EventKind::kModified:
      ++modified;
      return;
    case EventKind::kRateChange:
      bits_before = bits_until(event.time_ns);
      rate_since = event.time_ns;
      rate = event.value;
      return;
    case EventKind::kRouterAverage:
      queue.average(event.time_ns, event.code, event.value);
      return;
    default:
      return;
  }
}

void DirectionMeter::begin(std::int64_t time_ns) {
  begun = true;
  busy_at_begin = busy_until(time_ns);
  bits_at_begin = bits_until(time_ns);
  queue.begin(time_ns);
}

void DirectionMeter::record_last_packet(std::int64_t time_ns) {
  delivered_at_last = delivered_since;
  busy_at_last = busy_until(time_ns);
  bits_at_last = bits_until(time_ns);
  queue.end(time_ns);
}

void DirectionMeter::report(const std::string& name, double elapsed, std::int64_t nominal,
                            std::vector<MetricValue>& out) const {
  const auto add = [&](const char* metric, const char* unit, std::int64_t value) {
    out.push_back({name, metric, unit, static_cast<double>(value)});
  };
  const double bits = nominal == kLoggedRate ? bits_at_last - bits_at_begin
                                             : static_cast<double>(nominal) * elapsed;
  if (bits > 0)
    out.push_back({name, "utilization", "1", static_cast<double>(delivered_at_last) * 8 / bits});
  if (elapsed > 0)
    out.push_back({name, "busy_fraction", "1",
                   static_cast<double>(busy_at_last - busy_at_begin) / 1e9 / elapsed});
  add("packets_received", "packets", received.packets);
  add("packets_received_bytes", "B", received.bytes);
  add("packets_generated", "packets", generated.packets);
  add("packets_delivered", "packets", delivered.packets);
  add("packets_delivered_bytes", "B", delivered.bytes);
  add("packets_held", "packets",
      received.packets + generated.packets - delivered.packets - dropped.packets);
  add(kStrayPackets, "packets", stray);
  add("packets_modified", "packets", modified);
  add("corrupted_attempts", "1", corrupted);
  add("link_retransmissions", "1", retransmissions);
  add("link_resets", "1", resets);
  if (attempts > 0)
    out.push_back({name, "block_error_rate", "1",
                   static_cast<double>(corrupted) / static_cast<double>(attempts)});
  add("ce_marks", "packets", marks);
  add("send_buffer_max", "B", send_buffer_max);
  report_percentiles(name, "delay", delays, out);
  if (queueing.count() > 0) {
    out.push_back({name, "queueing_delay_median", "s", queueing.quantile(0.5) / 1e9});
    out.push_back({name, "queueing_delay_max", "s", queueing.max() / 1e9});
  }
  queue.report(name, out);
  report_drops(name, "drops_", drops, out);
}

}  // namespace seawind
