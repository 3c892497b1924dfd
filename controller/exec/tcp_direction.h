// SPDX-License-Identifier: GPL-3.0-or-later
// One direction of a TCP connection that is split: moves data and the end of the data from one
// socket to another. Urgent data keep their place.
#pragma once

#include <array>
#include <cstddef>

namespace seawind {

class TcpDirection {
 public:
  enum class Moved {
    kAll,     // until a socket would block, or the end of the data
    kPart,    // a buffer; more may be there
    kFailed,  // one of the sockets has failed
  };

  /// Moves at most one buffer, so that a busy connection does not delay others. The sockets do not
  /// block. `reset`: `from` has been reset and has reported that error already. What has arrived
  /// still moves, but the end behind it is that of the reset and is not passed on.
  Moved move(int from, int to, bool reset = false);
  /// Whether a send has reported a reset of `to` before its peer's FIN (after a FIN: EPIPE).
  bool receiver_reset() const { return receiver_reset_; }
  /// Whether `from` has sent its FIN, which then has been passed on.
  bool ended() const { return ended_; }
  std::size_t buffered() const { return end_ - begin_; }

 private:
  std::array<char, 65536> buffer_;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  bool urgent_ = false;  // the buffer is the last byte of urgent data
  bool ended_ = false;
  bool receiver_reset_ = false;
};

}  // namespace seawind
