// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/relay_bench/sender.h"

#include <arpa/inet.h>
#include <linux/if_ether.h>
#include <linux/if_packet.h>
#include <net/if.h>
#include <sys/prctl.h>
#include <sys/socket.h>

#include <algorithm>

#include "common/error.h"
#include "emulator/ports/segments.h"
#include "namespaces/netns.h"
#include "tests/bench/relay_bench/clocks.h"
#include "tests/bench/relay_bench/probe.h"

namespace seawind::bench {
namespace {

constexpr std::int64_t kSenderSpinNs = 100'000;
constexpr std::size_t kBatch = 32;

sockaddr_ll address_of(int index) {
  sockaddr_ll address{};
  address.sll_family = AF_PACKET;
  address.sll_protocol = htons(ETH_P_IP);
  address.sll_ifindex = index;
  address.sll_halen = ETH_ALEN;
  return address;
}

void wait_until(std::int64_t instant) {
  if (instant - monotonic_ns() > kSenderSpinNs) sleep_until_ns(instant - kSenderSpinNs);
  while (monotonic_ns() < instant) {
  }
}

}  // namespace

Sender::Sender(int network_namespace, const std::vector<std::string>& interfaces) {
  in_network_namespace(network_namespace, [&] {
    socket_ = Fd(socket(AF_PACKET, SOCK_RAW | SOCK_CLOEXEC, 0));
    bulk_socket_ = Fd(socket(AF_PACKET, SOCK_RAW | SOCK_CLOEXEC, 0));
    super_socket_ = Fd(socket(AF_PACKET, SOCK_RAW | SOCK_CLOEXEC, 0));
    if (!socket_ || !bulk_socket_ || !super_socket_) throw system_error("open a packet socket");
    for (const auto& name : interfaces) {
      const auto index = static_cast<int>(if_nametoindex(name.c_str()));
      if (index == 0) throw system_error("find interface " + name);
      indices_.push_back(index);
    }
  });
  const int on = 1;
  if (setsockopt(bulk_socket_.get(), SOL_PACKET, PACKET_QDISC_BYPASS, &on, sizeof on) != 0)
    throw system_error("bypass the queueing discipline");
  if (setsockopt(super_socket_.get(), SOL_PACKET, PACKET_VNET_HDR, &on, sizeof on) != 0)
    throw system_error("send super-packets");
  prctl(PR_SET_TIMERSLACK, 1UL);
}

std::uint64_t Sender::send_paced(std::size_t ip_bytes, double rate, std::uint64_t count) {
  ProbeFrame frame(ip_bytes);
  const auto start = monotonic_ns() + kSenderLeadNs;
  std::uint64_t sent = 0;
  for (std::uint64_t i = 0; i < count; ++i) {
    const auto link = static_cast<std::uint32_t>(i % indices_.size());
    frame.set(link, i);
    const auto address = address_of(indices_[link]);
    wait_until(start + static_cast<std::int64_t>(static_cast<double>(i) * 1e9 / rate));
    if (sendto(socket_.get(), frame.bytes().data(), frame.bytes().size(), 0,
               reinterpret_cast<const sockaddr*>(&address), sizeof address) >= 0)
      ++sent;
  }
  return sent;
}

std::uint64_t Sender::send_burst(std::size_t ip_bytes, std::size_t packets, bool joined) {
  constexpr std::size_t kHeaders = 28;  // IP and UDP
  const std::size_t payload = ip_bytes - kHeaders;
  const ProbeFrame frame(joined ? kHeaders + packets * payload : ip_bytes);
  FrameDescription description;
  description.flags = FrameDescription::kNeedsChecksum;
  description.segmentation = FrameDescription::kUdp;
  description.head_bytes = kEthernetHeader + kHeaders;
  description.segment_bytes = static_cast<std::uint16_t>(payload);
  description.checksum_start = kEthernetHeader + 20;
  description.checksum_offset = 6;
  iovec parts[] = {{&description, sizeof description},
                   {const_cast<std::uint8_t*>(frame.bytes().data()), frame.bytes().size()}};
  std::vector<mmsghdr> messages(joined ? 1 : packets);
  std::uint64_t taken = 0;
  for (const int index : indices_) {
    auto address = address_of(index);
    for (auto& message : messages) {
      message.msg_hdr.msg_name = &address;
      message.msg_hdr.msg_namelen = sizeof address;
      message.msg_hdr.msg_iov = joined ? parts : parts + 1;
      message.msg_hdr.msg_iovlen = joined ? 2 : 1;
    }
    const int sent = sendmmsg((joined ? super_socket_ : bulk_socket_).get(), messages.data(),
                              static_cast<unsigned>(messages.size()), 0);
    if (sent > 0) taken += joined ? packets : static_cast<std::uint64_t>(sent);
  }
  return taken;
}

Sender::Bulk Sender::send_bulk(std::size_t ip_bytes, double rate, double seconds) {
  const ProbeFrame frame(ip_bytes);
  auto address = address_of(indices_.at(0));
  iovec bytes{const_cast<std::uint8_t*>(frame.bytes().data()), frame.bytes().size()};
  mmsghdr messages[kBatch] = {};
  for (auto& message : messages) {
    message.msg_hdr.msg_name = &address;
    message.msg_hdr.msg_namelen = sizeof address;
    message.msg_hdr.msg_iov = &bytes;
    message.msg_hdr.msg_iovlen = 1;
  }
  Bulk bulk;
  const auto start = monotonic_ns();
  const auto end = start + static_cast<std::int64_t>(seconds * 1e9);
  // Slow rates go in smaller batches: at most one batch in 100 us.
  const auto batch =
      rate <= 0 ? kBatch : std::clamp<std::size_t>(static_cast<std::size_t>(rate / 1e4), 1, kBatch);
  for (std::uint64_t planned = 0; monotonic_ns() < end; planned += batch) {
    if (rate > 0) {
      const auto due = start + static_cast<std::int64_t>(static_cast<double>(planned) * 1e9 / rate);
      if (due >= end) break;
      wait_until(due);
    }
    const int taken = sendmmsg(bulk_socket_.get(), messages, static_cast<unsigned>(batch), 0);
    if (taken > 0) bulk.sent += static_cast<std::uint64_t>(taken);
  }
  bulk.seconds = static_cast<double>(monotonic_ns() - start) / 1e9;
  return bulk;
}

}  // namespace seawind::bench
