// SPDX-License-Identifier: GPL-3.0-or-later
// Everything that happens to a packet is told to the link's observer: nothing is silent.
#pragma once

#include <cstdint>

#include "common/event_log.h"
#include "common/time.h"
#include "emulator/core/packet.h"

namespace seawind {

struct LinkEvent {
  Time time;
  EventKind kind;
  Direction direction;
  std::uint8_t code = 0;     // meaning by kind: common/event_log.h
  std::uint64_t packet = 0;  // id, 0: none
  std::uint32_t size = 0;    // IP bytes
  std::int64_t value = 0;    // meaning by kind
};

/// Called from inside the engine, in time order, at every event of common/event_log.h. Implemented
/// by the counters, the daemon's event ring and test recorders. Must not call back into the link.
class LinkObserver {
 public:
  virtual ~LinkObserver() = default;
  /// `packet` is given with kArrival and kDrop only, and valid during the call.
  virtual void on_event(const LinkEvent& event, const Packet* packet) = 0;
};

/// Where packets leave the link. deliver() is called at the intended instant (the scheduler's
/// now()).
class PacketSink {
 public:
  virtual ~PacketSink() = default;
  virtual void deliver(Packet packet) = 0;
};

}  // namespace seawind
