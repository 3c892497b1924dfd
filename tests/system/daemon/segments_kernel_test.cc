// SPDX-License-Identifier: GPL-3.0-or-later
// segment_into_packets() makes the packets that the kernel makes. The kernel gets a super-packet
// for an interface without segmentation and checksum offload, and cuts it itself. (It does so in
// front of a queueing discipline only.)
#include <gmock/gmock.h>
#include <linux/if_ether.h>
#include <linux/if_packet.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/utsname.h>

#include <algorithm>
#include <cstring>

#include "common/error.h"
#include "common/wire/checksum.h"
#include "common/wire/network_order.h"
#include "emulator/ports/packet_socket.h"
#include "emulator/ports/registry.h"
#include "namespaces/veth.h"
#include "tests/support/net_sandbox.h"
#include "tests/support/super_frames.h"

namespace seawind::test {
namespace {

Fd sender(const Interface& interface) {
  Fd fd = open_packet_socket(interface);
  const int on = 1;
  if (::setsockopt(fd.get(), SOL_PACKET, PACKET_VNET_HDR, &on, sizeof on) < 0) {
    throw system_error("send super-packets");
  }
  start_capture(fd.get(), interface);
  return fd;
}

std::vector<std::uint8_t> receive(int fd, int within_ms = 5000) {
  pollfd ready{fd, POLLIN, 0};
  if (::poll(&ready, 1, within_ms) != 1) return {};
  std::vector<std::uint8_t> bytes(70'000);
  const ssize_t got = ::recv(fd, bytes.data(), bytes.size(), 0);
  bytes.resize(got < 0 ? 0 : static_cast<std::size_t>(got));
  return bytes;
}

bool send(int fd, SuperFrame& frame) {
  iovec parts[] = {{&frame.description, sizeof frame.description},
                   {frame.bytes.data(), frame.bytes.size()}};
  msghdr message{};
  message.msg_iov = parts;
  message.msg_iovlen = 2;
  return ::sendmsg(fd, &message, 0) > 0;
}

/// The kernel discards what is sent before it has activated the interface's queueing discipline,
/// some time after the interface is up.
void wait_until_active(int from, int to) {
  SuperFrame probe;
  probe.bytes.assign(60, 2);
  for (int i = 0; i < 500 && receive(to, 10).empty(); ++i) ASSERT_TRUE(send(from, probe));
  while (!receive(to, 50).empty()) {
  }
}

/// Whether the kernel takes super-packets of UDP (Linux 6.2).
bool takes_udp() {
  utsname kernel{};
  int major = 0, minor = 0;
  EXPECT_EQ(::uname(&kernel), 0);
  EXPECT_EQ(std::sscanf(kernel.release, "%d.%d", &major, &minor), 2);
  return major > 6 || (major == 6 && minor >= 2);
}

TEST(SegmentsKernel, CutsAsTheKernelDoes) {
  const bool udp = takes_udp();
  const NetNamespace here;
  const NetNamespace there;
  make_veth_pair({.network_namespace = here.fd(), .name = "a0"},
                 {.network_namespace = there.fd(), .name = "b0"});
  const Fd from = here.run([] { return sender(find_interface("a0")); });
  const Fd to = there.run([] {
    const Interface interface = find_interface("b0");
    Fd fd = open_packet_socket(interface);
    const int bytes = 16 * 1024 * 1024;
    ::setsockopt(fd.get(), SOL_SOCKET, SO_RCVBUFFORCE, &bytes, sizeof bytes);
    start_capture(fd.get(), interface);
    return fd;
  });
  wait_until_active(from.get(), to.get());
  RandomStream random(3, "kernel");
  std::size_t packets = 0;
  for (int i = 0; i < 1000; ++i) {
    SuperFrame frame = random_super_frame(random);
    if (frame.description.segmentation == FrameDescription::kUdp && !udp) continue;
    ASSERT_TRUE(send(from.get(), frame)) << i << ": " << std::strerror(errno);
    for (const auto& expected : packets_of(frame)) {
      ASSERT_EQ(receive(to.get()), expected) << i;
      ++packets;
    }
  }
  EXPECT_GT(packets, 5000U);
}

/// Keeps the frames to unicast addresses: an interface sends some to groups by itself.
struct Frames : FrameHandler {
  std::vector<std::vector<std::uint8_t>> all;
  void on_frame(const CapturedFrame& frame) override {
    if ((frame.head[0] & 1) != 0) return;
    all.emplace_back(frame.head.begin(), frame.head.end());
    all.back().insert(all.back().end(), frame.rest.begin(), frame.rest.end());
  }
};

/// An Ethernet frame in a packet of VXLAN (RFC 7348), without a checksum of its own. The
/// description is that of the frame.
SuperFrame in_a_tunnel(const SuperFrame& inner) {
  SuperFrame out;
  const auto length = static_cast<std::uint16_t>(inner.bytes.size());
  out.bytes = {2,    0,    0,    0,    0,  1, 2, 0, 0,  0,  0, 2, 8, 0,  // Ethernet
               0x45, 0,    0,    0,    0,  0, 0, 0, 64, 17, 0, 0,        // IPv4
               10,   9,    0,    1,    10, 9, 0, 2,                      // its addresses
               0x30, 0x39, 0x12, 0xb5, 0,  0, 0, 0,                      // UDP, to port 4789
               8,    0,    0,    0,    0,  0, 7, 0};                     // VXLAN
  constexpr std::size_t kIp = ETH_HLEN, kIpHeader = 20, kUdpHeader = 8;
  write16(out.bytes, kIp + 2, kIpHeader + 2 * kUdpHeader + length);
  write16(out.bytes, kIp + kIpHeader + 4, 2 * kUdpHeader + length);
  const auto header = std::span(out.bytes).subspan(kIp, kIpHeader);
  write16(header, 10, checksum_fold(checksum_add(header)));
  out.description = inner.description;
  out.description.checksum_start =
      static_cast<std::uint16_t>(out.description.checksum_start + out.bytes.size());
  out.bytes.insert(out.bytes.end(), inner.bytes.begin(), inner.bytes.end());
  return out;
}

// Veth passes frames on as their host has made them: without checksums, and many packets as one. It
// has no bearing on the kind of port whether the interface itself would take such frames.
TEST(SegmentsKernel, ARingTakesWhatItsSlotsHaveRoomFor) {
  constexpr std::size_t kLargest = 1500;
  const NetNamespace here;
  const NetNamespace there;
  make_veth_pair({.network_namespace = here.fd(), .name = "a0", .offloads = true},
                 {.network_namespace = there.fd(), .name = "b0"});
  const Fd from = here.run([] { return sender(find_interface("a0")); });
  std::unique_ptr<Port> port;
  there.run([&] { port = open_port("ring", {"b0", 1'000'000}); });
  RandomStream random(5, "kernel");
  std::size_t plain = 0, cut = 0, tunnelled = 0;
  std::uint64_t too_large = 0;
  const bool udp = takes_udp();
  for (int i = 0; i < 2000; ++i) {
    SuperFrame frame = random_super_frame(random);
    if (frame.description.segmentation == FrameDescription::kUdp && !udp) continue;
    auto expected = packets_of(frame);
    const bool whole = frame.description.segmentation == 0;
    if (whole && i % 2 == 0 && frame.bytes.size() + 50 <= kLargest) {
      const auto inner = expected.front();
      frame = in_a_tunnel(frame);
      expected.front() = frame.bytes;
      std::ranges::copy(inner, expected.front().end() - static_cast<std::ptrdiff_t>(inner.size()));
      ++tunnelled;
    }
    ASSERT_TRUE(send(from.get(), frame)) << i << ": " << std::strerror(errno);
    Frames frames;
    // The kernel cuts the largest frames itself.
    const auto incomplete = [&] {
      port->read_batch(frames, 1);
      return frames.all.size() < expected.size() && port->stats().capture_drops == too_large;
    };
    for (int tries = 0; incomplete() && tries < 500; ++tries) {
      pollfd ready{port->fd(), POLLIN, 0};
      ::poll(&ready, 1, 10);
      if (i == 0) {  // the interface is not active yet
        ASSERT_TRUE(send(from.get(), frame));
      }
    }
    if (i == 0)
      for (Frames more; port->read_batch(more, 10) > 0;) {
      }
    if (frame.bytes.size() > kLargest + ETH_HLEN && frames.all.empty()) {
      ++too_large;  // for a slot
      continue;
    }
    ASSERT_EQ(frames.all.size(), expected.size())
        << i << " got " << (frames.all.empty() ? 0 : frames.all[0].size()) << " sent "
        << frame.bytes.size() << " seg " << int(frame.description.segmentation) << " of "
        << frame.description.segment_bytes << " drops " << too_large << " flags "
        << int(frame.description.flags);
    for (std::size_t p = 0; p < expected.size(); ++p) ASSERT_EQ(frames.all[p], expected[p]) << i;
    ++(whole ? plain : cut);
  }
  EXPECT_GT(plain, 100U);
  EXPECT_GT(cut, 20U);
  EXPECT_GT(tunnelled, 50U);
  EXPECT_GT(too_large, 100U);
  EXPECT_EQ(port->stats().capture_drops, too_large);
}

}  // namespace
}  // namespace seawind::test
