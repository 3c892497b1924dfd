// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/offline/event_recorder.h"

#include <cstring>

namespace seawind {

void EventRecorder::on_event(const LinkEvent& event, const Packet* packet) {
  const auto snap = logged_bytes(event, packet, kSnapBytes);
  EventRecord record = record_of(event);
  record.snap_bytes = static_cast<std::uint16_t>(snap.size());
  record_.assign(record_size(snap.size()), std::byte{0});
  std::memcpy(record_.data(), &record, sizeof record);
  if (!snap.empty()) std::memcpy(record_.data() + sizeof record, snap.data(), snap.size());
  log_.write(record_);
}

}  // namespace seawind
