// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/daemon/link_monitor.h"

#include "common/packet_ids.h"
#include "emulator/core/packet.h"

namespace seawind {

void LinkMonitor::on_event(const LinkEvent& event, const Packet* packet) {
  count(event, packet);
  if (log_.ring == nullptr) return;
  const EventRecord record = record_of(event);
  const auto snap = logged_bytes(event, packet, log_.snap_bytes);
  if (live_) {
    if (!log_.ring->push(log_.log_number, record, snap)) ++overruns_;
  } else {  // no packets yet, hence no snap
    const auto* bytes = reinterpret_cast<const std::byte*>(&record);
    early_.insert(early_.end(), bytes, bytes + sizeof record);
  }
}

std::vector<std::byte> LinkMonitor::start_logging() {
  live_ = true;
  return std::move(early_);
}

void LinkMonitor::count(const LinkEvent& event, const Packet* packet) {
  DirectionTally& tally = tallies_[static_cast<std::size_t>(event.direction)];
  switch (event.kind) {
    case EventKind::kArrival:
      tally.arrived.add(event.size);
      break;
    case EventKind::kGenerated:
      tally.generated.add(event.size);
      break;
    case EventKind::kModified:
      tally.cut_bytes += event.value - event.size;
      break;
    case EventKind::kDelivered:
      tally.delivered.add(event.size);
      if (made_by_link(event.packet)) tally.delivered_generated.add(event.size);
      break;
    case EventKind::kDrop:
      tally.drops[event.code < kDropReasons ? event.code : 0].add(event.size);
      break;
    case EventKind::kTransmitStart:
      if (packet != nullptr) tally.queueing.record((event.time - packet->arrival()).ns());
      break;
    case EventKind::kCorrupted:
      ++tally.corrupted_attempts;
      break;
    case EventKind::kRetransmit:
      ++tally.retransmissions;
      break;
    default:
      break;
  }
}

}  // namespace seawind
