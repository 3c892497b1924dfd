// SPDX-License-Identifier: GPL-3.0-or-later
// The link receive buffer (LRB) and with it the sender's window (link-model section 3,
// link_receive_buffer_size; Q4). Frames have consecutive numbers in the order of their transmission
// and are released in that order. A frame is outstanding from the start of its transmission until
// its release; it waits here when it has arrived and an earlier one is missing.
#pragma once

#include <cassert>

#include "emulator/core/limit.h"
#include "emulator/link/frame.h"

namespace seawind {

class ReceiveBuffer {
 public:
  /// Number of the frame whose turn it is.
  std::uint64_t next() const { return next_; }
  std::int64_t waiting_bytes() const { return waiting_.bytes; }

  /// Whether the sender may transmit a further frame: everything outstanding and it must fit. A
  /// single frame always may, however large.
  bool admits(std::int64_t size, const BufferLimit& limit) const {
    return outstanding_.packets == 0 || outstanding_.fits(size, limit);
  }
  void transmitted(const Frame& frame) { outstanding_.add(frame.size); }

  /// The frame has arrived before its turn.
  void hold(Frame& frame) {
    frame.waiting = true;
    waiting_.add(frame.size);
  }
  /// It is the turn of `frame`, number next(), and it has arrived or is known to be lost.
  void release(Frame& frame) {
    assert(frame.settled && !frame.released);
    frame.released = true;
    outstanding_.remove(frame.size);
    if (frame.waiting) waiting_.remove(frame.size);
    ++next_;
  }

 private:
  std::uint64_t next_ = 0;
  Fill outstanding_;
  Fill waiting_;
};

}  // namespace seawind
