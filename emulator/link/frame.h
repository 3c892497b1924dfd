// SPDX-License-Identifier: GPL-3.0-or-later
// Packets and frames between send buffer and exit. A packet is cut into frames when they are
// transmitted; without framing it is one frame. Packets and frames are kept until both sender and
// receiver have finished with them.
#pragma once

#include <cstdint>

#include "emulator/core/packet.h"
#include "emulator/link/hop_config.h"

namespace seawind {

/// A packet from its entry into the send buffer on. All sizes are IP bytes.
struct BufferedPacket {
  Packet packet;  // empty once delivered, lost or removed
  std::uint64_t id = 0;
  IpView ip;
  Time arrival;                         // at the link
  std::uint32_t size = 0;               // 0: removed before any byte was transmitted
  std::uint32_t in_buffer = 0;          // bytes counted in the send buffer
  std::uint32_t assigned = 0;           // bytes assigned to frames
  std::uint32_t received_bytes = 0;     // bytes in frames the receiver has
  std::uint32_t lost = 0;               // bytes in lost frames
  std::uint32_t counted_lost = 0;       // lost bytes that the receiver has counted
  std::uint32_t released_in_order = 0;  // bytes in frames released in order
  Duration transmission_time;           // of its bytes
  bool in_order = true;                 // whether its persistency class keeps the order
  bool started = false;                 // a frame that begins with it was transmitted
};

/// The bytes in a frame: a part of the first packet and of those that follow it in the send buffer.
struct Payload {
  std::uint64_t first = 0;        // number of the first packet in the send buffer
  std::uint32_t packets = 1;      // number of packets, including removed ones in between
  std::uint32_t first_bytes = 0;  // of the first packet
  std::uint32_t size = 0;         // IP bytes
};

struct Frame : Payload {
  std::uint64_t id = 0;      // id of the first packet in it
  std::uint32_t begins = 1;  // packets whose first byte is in it
  std::uint32_t attempt = 0;
  // The direction's parameters when serialization started; a reconfiguration does not affect frames
  // in flight. Each step uses the values of the state at its own instant.
  const DirectionConfig* parameters = nullptr;    // owned by DirectionState
  const PersistencyClass* persistency = nullptr;  // class of the first packet; points into
                                                  // `parameters`
  Duration transmission_time;                     // of the last serialization
  Duration propagation;  // of the state at the end of serialization; also the delay of the ack
  Time first_attempt;    // when the first attempt was judged
  Time received_at;      // when it arrived at the receiver, or was counted lost there
  bool certain = false;  // the next attempt succeeds without a draw
  bool in_send_buffer = true;      // its bytes count in the send buffer
  bool settled = false;            // arrived at the receiver, or counted lost there
  bool held = false;               // held by the receive buffer until an earlier frame is settled
  bool released_in_order = false;  // by the receiver: this frame and all before it are settled
};

}  // namespace seawind
