// SPDX-License-Identifier: GPL-3.0-or-later
// A packet from the moment it enters the send buffer until sender and receiver are both done with
// it.
#pragma once

#include <cstdint>
#include <memory>

#include "emulator/core/packet.h"
#include "emulator/link/hop_config.h"

namespace seawind {

struct Frame {
  Packet packet;  // empty once delivered or lost
  std::uint64_t id = 0;
  std::uint32_t size = 0;
  // Those of the direction when serialization started: a reconfiguration does not change what is
  // underway. Which state's values hold is looked up at each step.
  std::shared_ptr<const DirectionConfig> parameters;
  Duration propagation;        // of the state at the end of serialization; also the ack's way back
  Duration accumulated;        // delay of retransmissions so far
  std::uint8_t attempt = 0;    // 255: that many or more
  bool sure = false;           // the next attempt succeeds without a draw
  bool in_send_buffer = true;  // its bytes count there
  bool settled = false;        // at the receiver, or known there to be lost
  bool waiting = false;        // held by the receive buffer for an earlier one
  bool released = false;       // passed in order: it and all before it are settled
};

}  // namespace seawind
