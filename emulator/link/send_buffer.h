// SPDX-License-Identifier: GPL-3.0-or-later
// The link send buffer (LSB; link-model section 3, link_send_buffer_size; Q2) and the framer that
// cuts its packets into frames when they are transmitted (fragmentation, fragment_size).
//
// A packet enters when the whole of it fits, or when the buffer is empty, since one larger than the
// whole buffer would otherwise wait for ever. Its bytes leave frame by frame, the packet with the
// last of them; when they leave is the transmitter's and the receiver's decision (link.h).
//
// Framing. The next frame holds what is left of the packet in turn, at most fragment_size bytes of
// it; with byte_stream it is filled up with the packets behind, as far as they are in the buffer at
// that instant. Nothing is padded: a frame that finds less is shorter [I].
//
// The packets stay here until their frames are retired, although their bytes have long left.
#pragma once

#include <algorithm>
#include <functional>

#include "emulator/core/limit.h"
#include "emulator/core/ring.h"
#include "emulator/link/frame.h"
#include "emulator/link/teller.h"

namespace seawind {

class SendBuffer {
 public:
  bool admits(std::int64_t size, const BufferLimit& limit) const {
    return fill_.packets == 0 || fill_.fits(size, limit);
  }
  void enter(Packet packet);
  std::int64_t bytes() const { return fill_.bytes; }

  /// Whether there is anything that is in no frame yet.
  bool has_next() const { return next_ != cargo_.end(); }
  /// The frame that would be transmitted next (has_next() holds): its packets and bytes only.
  Frame plan(const Framing& framing) const;
  const IpView& view_of_next() const { return cargo_[next_].ip; }
  /// When the last packet of the frame came to the link.
  Time came(const Frame& frame) const { return cargo_[frame.first + frame.packets - 1].came; }
  /// `frame`, planned at this instant, is being transmitted.
  void take(const Frame& frame, bool in_order);

  /// The bytes of `frame` leave.
  void leave(const Frame& frame);

  Cargo& operator[](std::uint64_t number) { return cargo_[number]; }
  /// Calls part(cargo number, bytes) for every packet of a frame.
  template <typename Part>
  void for_each(const Payload payload, Part part) {
    std::uint32_t left = payload.size;
    std::uint32_t bytes = payload.first_bytes;
    for (std::uint64_t n = payload.first; n != payload.first + payload.packets; ++n) {
      if (n != payload.first) bytes = std::min(cargo_[n].size, left);
      left -= bytes;
      if (bytes != 0) part(n, bytes);
    }
  }

  /// The packet is out of the link's hands: gives it away.
  Packet give_up(std::uint64_t number);
  /// Packets neither delivered nor lost, underway ones included.
  const Fill& held() const { return held_; }
  /// Bytes in no frame yet.
  std::int64_t waiting_bytes() const { return waiting_.bytes; }
  std::int64_t waiting_packets() const { return waiting_.packets; }

  /// Drops packets of which nothing was transmitted yet.
  void remove_if(const std::function<bool(const Packet&)>& chosen, DropReason reason,
                 const Teller& tell);
  /// Drops, from the tail and as far as nothing of them was transmitted, packets beyond the limit.
  void shrink(const BufferLimit& limit, const Teller& tell);
  /// Drops everything, underway or not.
  void flush(DropReason reason, const Teller& tell);
  /// Packets before this number are in no frame any more.
  void retire(std::uint64_t until);
  std::uint64_t next() const { return next_; }

 private:
  void remove(std::uint64_t number, DropReason reason, const Teller& tell);
  void skip_removed();

  Ring<Cargo> cargo_;
  std::uint64_t next_ = 0;  // the packet in turn; it may be cut in part
  Fill fill_;
  Fill held_;
  Fill waiting_;
};

}  // namespace seawind
