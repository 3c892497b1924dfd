// SPDX-License-Identifier: GPL-3.0-or-later
// The link send buffer (LSB; model 3, link_send_buffer_size; model Q2) and the framer, which
// cuts packets into frames when they are transmitted (fragmentation, fragment_size).
//
// A packet enters when the whole packet fits, or when the buffer is empty; otherwise a packet
// larger than the buffer would wait forever. Its bytes "leave the buffer", that is, stop counting,
// frame by frame (hop_direction.h, "Send buffer").
//
// Framing. The next frame holds the rest of the current packet, at most fragment_size bytes. With
// byte_stream it is filled up with the following packets that are in the buffer at that instant.
// Frames are not padded: with fewer bytes available, a frame is shorter (an interpretation).
//
// The record of a packet stays here until its frames are discarded; the packet itself leaves it
// when it is passed on or lost (extract()).
#pragma once

#include <algorithm>
#include <functional>

#include "emulator/core/limit.h"
#include "emulator/core/ring.h"
#include "emulator/link/event_emitter.h"
#include "emulator/link/frame.h"

namespace seawind {

class SendBuffer {
 public:
  bool admits(std::int64_t size, const BufferLimit& limit) const {
    return occupancy_.packets == 0 || occupancy_.fits(size, limit);
  }
  void enter(Packet packet);
  std::int64_t bytes() const { return occupancy_.bytes; }

  /// True if some byte is not yet in a frame.
  bool has_next() const { return next_ != packets_.end(); }
  /// The frame that would be transmitted next, with only its packets and bytes set. Requires
  /// has_next().
  Frame plan(const Framing& framing) const;
  const IpView& view_of_next() const { return packets_[next_].ip; }
  /// Arrival at the link of the last packet of the frame.
  Time arrival(const Frame& frame) const {
    return packets_[frame.first + frame.packets - 1].arrival;
  }
  /// `frame`, planned at this instant, starts its transmission.
  void assign(const Frame& frame, bool in_order);

  /// The bytes of `frame` stop counting.
  void uncount(const Frame& frame);

  BufferedPacket& operator[](std::uint64_t number) { return packets_[number]; }
  /// Calls part(packet number, bytes) for every packet of a frame.
  template <typename Part>
  void for_each(const Payload payload, Part part) {
    std::uint32_t left = payload.size;
    std::uint32_t bytes = payload.first_bytes;
    for (std::uint64_t n = payload.first; n != payload.first + payload.packets; ++n) {
      if (n != payload.first) bytes = std::min(packets_[n].size, left);
      left -= bytes;
      if (bytes != 0) part(n, bytes);
    }
  }

  /// Removes packet `number` from the buffer and returns it.
  Packet extract(std::uint64_t number);
  /// Packets neither delivered nor lost, including those in flight.
  const Occupancy& held() const { return held_; }
  /// Bytes not yet in a frame.
  std::int64_t waiting_bytes() const { return waiting_.bytes; }
  std::int64_t waiting_packets() const { return waiting_.packets; }

  /// Drops the chosen packets of which nothing was transmitted yet.
  void remove_if(const std::function<bool(const Packet&)>& chosen, DropReason reason,
                 const EventEmitter& emit);
  /// Drops packets beyond the limit, from the tail; only packets of which nothing was transmitted.
  void shrink(const BufferLimit& limit, const EventEmitter& emit);
  /// Drops all packets, including those in flight.
  void flush(DropReason reason, const EventEmitter& emit);
  /// Discards the packets before number `until`, which are in no frame any more.
  void discard_before(std::uint64_t until);
  std::uint64_t next() const { return next_; }

 private:
  void remove(std::uint64_t number, DropReason reason, const EventEmitter& emit);
  void skip_removed();

  Ring<BufferedPacket> packets_;
  std::uint64_t next_ = 0;  // the packet to transmit next; it may be cut in part
  Occupancy occupancy_;
  Occupancy held_;
  Occupancy waiting_;
};

}  // namespace seawind
