// SPDX-License-Identifier: GPL-3.0-or-later
// The link receive buffer (LRB), which defines the sender's window (model 3,
// link_receive_buffer_size; model Q4). Frames are numbered consecutively in the order of their
// first transmission and are released in that order. A frame is outstanding from the start of its
// transmission until its release. A frame that arrived while an earlier one is missing is held. The
// buffer counts it; the packet is in the send buffer (send_buffer.h). In packets, the window counts
// those whose first byte is in an outstanding frame.
#pragma once

#include <cassert>

#include "emulator/core/limit.h"
#include "emulator/link/frame.h"

namespace seawind {

class ReceiveBuffer {
 public:
  /// Number of the next frame to release.
  std::uint64_t next() const { return next_; }
  /// Bytes of the held frames.
  std::int64_t held_bytes() const { return held_; }

  /// Whether the sender may transmit a further frame: all outstanding frames and this one must fit
  /// the limit. A single frame is always admitted, whatever its size.
  bool admits(const Frame& frame, const BufferLimit& limit) const {
    return frames_ == 0 || ((!limit.bytes || bytes_ + frame.size <= *limit.bytes) &&
                            (!limit.packets || packets_ + frame.begins <= *limit.packets));
  }
  /// The first transmission of `frame` starts: it is outstanding.
  void expect(const Frame& frame) {
    ++frames_;
    bytes_ += frame.size;
    packets_ += frame.begins;
  }

  /// The frame has arrived out of order.
  void hold(Frame& frame) {
    frame.held = true;
    held_ += frame.size;
  }
  /// Releases `frame`, which has number next() and has arrived or is counted lost.
  void release(Frame& frame) {
    assert(frame.settled && !frame.released_in_order);
    frame.released_in_order = true;
    --frames_;
    bytes_ -= frame.size;
    packets_ -= frame.begins;
    if (frame.held) held_ -= frame.size;
    ++next_;
  }
  /// Discards all frames; `next` is the number of the next frame to be transmitted.
  void reset(std::uint64_t next) {
    *this = {};
    next_ = next;
  }

 private:
  std::uint64_t next_ = 0;
  std::int64_t frames_ = 0;  // outstanding frames, their bytes and packets
  std::int64_t bytes_ = 0;
  std::int64_t packets_ = 0;
  std::int64_t held_ = 0;  // bytes
};

}  // namespace seawind
