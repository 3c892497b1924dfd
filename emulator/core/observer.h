// SPDX-License-Identifier: GPL-3.0-or-later
// The observer of a link receives every event of every packet.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "common/event_log.h"
#include "common/time.h"
#include "emulator/core/packet.h"

namespace seawind {

struct LinkEvent {
  Time time;
  EventKind kind;
  Direction direction;
  std::uint8_t code = 0;     // meaning by kind: common/event_log.h
  std::uint64_t packet = 0;  // packet id; 0: none
  std::uint32_t size = 0;    // IP bytes
  std::int64_t value = 0;    // meaning by kind
};

/// `event` as a record of the log, without bytes of the packet.
inline EventRecord record_of(const LinkEvent& event) {
  EventRecord record{};
  record.time_ns = event.time.ns();
  record.packet = event.packet;
  record.value = event.value;
  record.size = event.size;
  record.kind = event.kind;
  record.direction = event.direction;
  record.code = event.code;
  return record;
}

/// The first bytes of a packet that the log keeps with an event: at most `most`, of arrivals and of
/// packets that the emulator has made or changed.
inline std::span<const std::uint8_t> logged_bytes(const LinkEvent& event, const Packet* packet,
                                                  std::size_t most) {
  const bool has_new_bytes = event.kind == EventKind::kArrival ||
                             event.kind == EventKind::kGenerated ||
                             event.kind == EventKind::kModified;
  if (packet == nullptr || !has_new_bytes) return {};
  const std::span<const std::uint8_t> bytes = packet->ip_bytes();
  return bytes.first(std::min(bytes.size(), most));
}

/// Receives every event of common/event_log.h, in time order, from inside the engine. Implemented
/// by LinkMonitor of the daemon, the recorders of emulator/offline and those of tests. on_event()
/// must not call into the link.
class LinkObserver {
 public:
  virtual ~LinkObserver() = default;
  /// `packet` is set only for kArrival, kDrop, a packet's first kTransmitStart, kModified, and
  /// kGenerated except of copies. It is valid only during the call.
  virtual void on_event(const LinkEvent& event, const Packet* packet) = 0;
};

/// Receives the packets that leave the link. deliver() is called at the intended departure time
/// (the scheduler's now()).
class PacketSink {
 public:
  virtual ~PacketSink() = default;
  virtual void deliver(Packet packet) = 0;
};

}  // namespace seawind
