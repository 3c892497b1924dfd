// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/ports/batch_sender.h"

#include <linux/if_packet.h>

#include <algorithm>

#include "common/error.h"
#include "emulator/ports/packet_socket.h"

namespace seawind {
BatchSender::BatchSender(const Interface& interface)
    : socket_(::socket(AF_PACKET, SOCK_RAW | SOCK_NONBLOCK | SOCK_CLOEXEC, 0)) {
  sockaddr_ll address{};
  address.sll_family = AF_PACKET;
  address.sll_ifindex = interface.index;
  if (!socket_ ||
      ::bind(socket_.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) < 0)
    throw system_error("send to " + interface.name);
  prepare_sending(socket_.get(), interface.name);
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
    send_messages(socket_.get(), std::span(messages_).first(count),
                  [this](std::size_t) { ++failures_; });
    packets = packets.subspan(count);
  }
}

void BatchSender::warm() {
  static std::uint8_t too_short = 0;
  parts_[0] = {&too_short, sizeof too_short};
  ::sendmmsg(socket_.get(), messages_.data(), 1, 0);
}

}  // namespace seawind
