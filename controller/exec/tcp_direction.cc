// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/exec/tcp_direction.h"

#include <sys/ioctl.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>

namespace seawind {
namespace {

TcpDirection::Moved moved_with(int error) {
  return error == EAGAIN || error == EINTR ? TcpDirection::Moved::kAll
                                           : TcpDirection::Moved::kFailed;
}

}  // namespace

TcpDirection::Moved TcpDirection::move(int from, int to, bool reset) {
  std::size_t left = buffer_.size();  // to send in this call
  for (;;) {
    if (begin_ < end_) {
      if (left == 0) return Moved::kPart;
      const int flags = MSG_NOSIGNAL | (urgent_ ? MSG_OOB : 0);
      const ssize_t sent = send(to, &buffer_[begin_], std::min(left, end_ - begin_), flags);
      if (sent < 0) {
        const Moved moved = moved_with(errno);
        receiver_reset_ = moved == Moved::kFailed && errno != EPIPE;
        return moved;
      }
      begin_ += static_cast<std::size_t>(sent);
      left -= static_cast<std::size_t>(sent);
    } else if (ended_) {
      return Moved::kAll;
    } else {
      // recv() stops at the mark of urgent data behind its first byte, not at one before it. The
      // first byte must be there before the mark is queried: else it may arrive in between.
      char first = 0;
      ssize_t received = recv(from, &first, 1, MSG_PEEK);
      int at_mark = 0;
      if (received > 0) {
        ioctl(from, SIOCATMARK, &at_mark);
        urgent_ = at_mark != 0;
        received = recv(from, buffer_.data(), urgent_ ? 1 : buffer_.size(), 0);
      }
      if (received < 0) return moved_with(errno);
      begin_ = 0;
      end_ = static_cast<std::size_t>(received);
      if (received > 0) continue;
      if (reset) return Moved::kFailed;
      ended_ = true;
      shutdown(to, SHUT_WR);
    }
  }
}

}  // namespace seawind
