// SPDX-License-Identifier: GPL-3.0-or-later
// What is between the send buffer and the exit. A packet is cut into frames as they are transmitted
// (framing; without it a packet is one frame), and both stay here until sender and receiver are
// done with them.
#pragma once

#include <cstdint>
#include <memory>

#include "emulator/core/packet.h"
#include "emulator/link/hop_config.h"

namespace seawind {

/// A packet from the moment it enters the send buffer. All counts are IP bytes.
struct Cargo {
  Packet packet;  // empty once delivered, lost or removed
  std::uint64_t id = 0;
  IpView ip;
  Time came;                    // arrival at the link
  std::uint32_t size = 0;       // 0: removed before anything of it was transmitted
  std::uint32_t in_buffer = 0;  // counts in the send buffer
  std::uint32_t cut = 0;        // in frames
  std::uint32_t arrived = 0;    // in frames the receiver has
  std::uint32_t lost = 0;       // in frames that are lost
  std::uint32_t released = 0;   // in frames passed in order
  Duration air;                 // transmission time of its bytes
  bool in_order = true;         // of its persistency class
};

/// Which bytes are in a frame: some of the first packet and those that follow in the send buffer.
struct Payload {
  std::uint64_t first = 0;        // number of the first packet in the send buffer
  std::uint32_t packets = 1;      // packets, removed ones in between included
  std::uint32_t first_bytes = 0;  // of the first packet
  std::uint32_t size = 0;         // IP bytes
};

struct Frame : Payload {
  std::uint64_t id = 0;      // of the first packet in it
  std::uint32_t begins = 1;  // packets whose first byte is in it
  std::uint32_t attempt = 0;
  // Those of the direction when serialization started: a reconfiguration does not change what is
  // underway. Which state's values hold is looked up at each step.
  std::shared_ptr<const DirectionConfig> parameters;
  const PersistencyClass* persistency = nullptr;  // of the first packet; inside parameters
  Duration air;                                   // of the last serialization
  Duration propagation;        // of the state at the end of serialization; also the ack's way back
  Time first_attempt;          // when it was judged
  Time arrived;                // at the receiver
  bool sure = false;           // the next attempt succeeds without a draw
  bool in_send_buffer = true;  // its bytes count there
  bool settled = false;        // at the receiver, or known there to be lost
  bool waiting = false;        // held by the receive buffer for an earlier one
  bool released = false;       // passed in order: it and all before it are settled
};

}  // namespace seawind
