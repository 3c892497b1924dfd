// SPDX-License-Identifier: GPL-3.0-or-later
// Explicit congestion notification (RFC 3168) as every discipline here uses it.
#pragma once

#include "emulator/core/packet_edit.h"
#include "emulator/router/queue_discipline.h"

namespace seawind {

/// ECT(0), ECT(1), or CE set by somebody before us.
inline bool ecn_capable(const Packet& packet) {
  return packet.ip().ecn != 0;
}

/// Sets CE and says so. A packet that came with CE has its signal already: nothing is told. False
/// for a packet that is not ECN-capable: it must be dropped instead.
inline bool mark(Packet& packet, QueueEvents& events) {
  if (!ecn_capable(packet)) return false;
  if (packet.ip().ecn != 3) {
    set_ce(packet);
    events.marked(packet);
  }
  return true;
}

}  // namespace seawind
