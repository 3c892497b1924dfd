// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/ports/packet_socket.h"

#include <arpa/inet.h>
#include <linux/if_ether.h>
#include <linux/if_packet.h>
#include <sys/socket.h>

#include <cstring>

#include "common/error.h"

namespace seawind {
namespace {
constexpr int kSendBuffer = 4 * 1024 * 1024;
}

void set_option(int fd, int level, int name, int value, const std::string& tried) {
  if (::setsockopt(fd, level, name, &value, sizeof value) < 0) throw system_error(tried);
}

void set_buffer_size(int fd, int forced, int name, int bytes) {
  if (::setsockopt(fd, SOL_SOCKET, forced, &bytes, sizeof bytes) < 0)
    ::setsockopt(fd, SOL_SOCKET, name, &bytes, sizeof bytes);
}

Fd open_packet_socket(const Interface& interface) {
  Fd fd(::socket(AF_PACKET, SOCK_RAW | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
  if (!fd) throw system_error("capture on " + interface.name);
  set_option(fd.get(), SOL_PACKET, PACKET_IGNORE_OUTGOING, 1,
             "ignore outgoing frames on " + interface.name);
  packet_mreq promiscuous{};
  promiscuous.mr_ifindex = interface.index;
  promiscuous.mr_type = PACKET_MR_PROMISC;
  if (::setsockopt(fd.get(), SOL_PACKET, PACKET_ADD_MEMBERSHIP, &promiscuous, sizeof promiscuous) <
      0) {
    throw system_error("capture all addresses on " + interface.name);
  }
  return fd;
}

void start_capture(int fd, const Interface& interface) {
  sockaddr_ll address{};
  address.sll_family = AF_PACKET;
  address.sll_ifindex = interface.index;
  address.sll_protocol = htons(ETH_P_ALL);
  if (::bind(fd, reinterpret_cast<const sockaddr*>(&address), sizeof address) < 0) {
    throw system_error("capture on " + interface.name);
  }
}

std::uint64_t new_capture_drops(int fd) {
  tpacket_stats since_last{};
  socklen_t size = sizeof since_last;
  const bool known = ::getsockopt(fd, SOL_PACKET, PACKET_STATISTICS, &since_last, &size) == 0;
  return known ? since_last.tp_drops : 0;
}

bool take_frame(std::span<std::uint8_t> frame, FrameMetadata metadata, FrameHandler& handler) {
  if ((metadata.status & TP_STATUS_VLAN_VALID) != 0) {
    // segments.h cuts no tagged frames.
    if (frame.size() < ETH_HLEN || metadata.description.segmentation != 0) return false;
    frame = {frame.data() - kVlanTag, frame.size() + kVlanTag};
    std::memmove(frame.data(), frame.data() + kVlanTag, 2 * ETH_ALEN);
    const bool known = (metadata.status & TP_STATUS_VLAN_TPID_VALID) != 0;
    const std::uint16_t words[] = {htons(known ? metadata.vlan_protocol : ETH_P_8021Q),
                                   htons(metadata.vlan_tag)};
    std::memcpy(frame.data() + 2 * ETH_ALEN, words, sizeof words);
    metadata.description.checksum_start =
        static_cast<std::uint16_t>(metadata.description.checksum_start + kVlanTag);
  }
  return segment_into_packets(frame, metadata.description, metadata.realtime_ns, handler);
}

void prepare_sending(int fd, const std::string& interface) {
  set_buffer_size(fd, SO_SNDBUFFORCE, SO_SNDBUF, kSendBuffer);
  set_option(fd, SOL_PACKET, PACKET_QDISC_BYPASS, 1,
             "bypass the queueing discipline of " + interface);
}

}  // namespace seawind
