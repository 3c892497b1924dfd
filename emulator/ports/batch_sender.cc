// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/ports/batch_sender.h"

#include <algorithm>

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
    send_messages(fd_, std::span(messages_).first(count), [this](std::size_t) { ++failures_; });
    packets = packets.subspan(count);
  }
}

void BatchSender::warm() {
  static std::uint8_t too_short = 0;
  parts_[0] = {&too_short, sizeof too_short};
  ::sendmmsg(fd_, messages_.data(), 1, 0);
}

}  // namespace seawind
