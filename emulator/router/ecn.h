// SPDX-License-Identifier: GPL-3.0-or-later
// Explicit congestion notification (RFC 3168), shared by the disciplines.
#pragma once

#include "emulator/core/packet_edit.h"
#include "emulator/router/queue_discipline.h"

namespace seawind {

/// True for ECT(0), ECT(1) and CE; CE may have been set upstream.
inline bool ecn_capable(const Packet& packet) {
  return packet.ip().ecn != 0;
}

/// Sets CE and emits marked(). A packet that already carries CE is left as it is, without an event.
/// Returns false for a packet that is not ECN-capable; the caller then drops it.
inline bool mark(Packet& packet, QueueEvents& events) {
  if (!ecn_capable(packet)) return false;
  if (packet.ip().ecn != 3) {
    set_ce(packet);
    events.marked(packet);
  }
  return true;
}

}  // namespace seawind
