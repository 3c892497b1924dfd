// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/ports/batch_sender.h"

#include <algorithm>
#include <cerrno>

#include "emulator/ports/packet_socket.h"

namespace seawind {
BatchSender::BatchSender(int fd, const std::string& interface) : fd_(fd) {
  prepare_sending(fd, interface);
  for (std::size_t i = 0; i < kBatch; ++i) {
    messages_[i].msg_hdr.msg_iov = &parts_[i];
    messages_[i].msg_hdr.msg_iovlen = 1;
  }
}

void BatchSender::send(std::span<const Packet> packets) {
  while (!packets.empty()) {
    const std::size_t count = std::min(packets.size(), kBatch);
    for (std::size_t i = 0; i < count; ++i) {
      const auto frame = packets[i].frame();
      parts_[i] = {const_cast<std::uint8_t*>(frame.data()), frame.size()};
    }
    std::size_t done = 0;
    while (done < count) {
      const int sent = ::sendmmsg(fd_, &messages_[done], static_cast<unsigned>(count - done), 0);
      if (sent > 0) {
        done += static_cast<std::size_t>(sent);
      } else if (errno != EINTR) {  // the first packet of the rest was rejected
        ++failures_;
        ++done;
      }
    }
    packets = packets.subspan(count);
  }
}

void BatchSender::warm() {
  static std::uint8_t too_short = 0;
  parts_[0] = {&too_short, sizeof too_short};
  ::sendmmsg(fd_, messages_.data(), 1, 0);
}

}  // namespace seawind
