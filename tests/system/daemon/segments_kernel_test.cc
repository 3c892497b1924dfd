// SPDX-License-Identifier: GPL-3.0-or-later
// cut_into_packets() makes the packets that the kernel makes. The kernel gets a super-packet for
// an interface without segmentation and checksum offload, and cuts it itself. (It does so in front
// of a queueing discipline only.)
#include <gmock/gmock.h>
#include <linux/if_ether.h>
#include <linux/if_packet.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/utsname.h>

#include <cstring>

#include "common/error.h"
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

TEST(SegmentsKernel, CutsAsTheKernelDoes) {
  utsname kernel{};
  ASSERT_EQ(::uname(&kernel), 0);
  int major = 0, minor = 0;
  ASSERT_EQ(std::sscanf(kernel.release, "%d.%d", &major, &minor), 2);
  const bool udp = major > 6 || (major == 6 && minor >= 2);

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

/// Keeps the frames, and whether their checksums are known to be correct.
struct Frames : FrameHandler {
  std::vector<std::vector<std::uint8_t>> all;
  void on_frame(const CapturedFrame& frame) override {
    all.emplace_back(frame.head.begin(), frame.head.end());
  }
};

// A host that leaves checksums to its interface: veth passes such packets on as they are.
TEST(SegmentsKernel, ARingFillsInTheChecksums) {
  const NetNamespace here;
  const NetNamespace there;
  make_veth_pair({.network_namespace = here.fd(), .name = "a0", .offloads = true},
                 {.network_namespace = there.fd(), .name = "b0", .offloads = true});
  const Fd from = here.run([] { return sender(find_interface("a0")); });
  std::unique_ptr<Port> port;
  there.run([&] { port = open_port("ring", {"b0", 1'000'000}); });
  RandomStream random(5, "kernel");
  std::size_t packets = 0;
  for (int i = 0; i < 2000; ++i) {
    SuperFrame frame = random_super_frame(random);
    if (frame.description.segmentation != 0) continue;
    ASSERT_TRUE(send(from.get(), frame)) << i << ": " << std::strerror(errno);
    Frames frames;
    for (int tries = 0; frames.all.empty() && tries < 500; ++tries) {
      pollfd ready{port->fd(), POLLIN, 0};
      ::poll(&ready, 1, 10);
      port->read_batch(frames, 1);
      if (frames.all.empty() && packets == 0) {  // the interface is not active yet
        ASSERT_TRUE(send(from.get(), frame));
      }
    }
    if (packets == 0)
      for (Frames more; port->read_batch(more, 10) > 0;) {
      }
    ASSERT_EQ(frames.all, packets_of(frame)) << i;
    ++packets;
  }
  EXPECT_GT(packets, 100U);
  EXPECT_EQ(port->stats().capture_drops, 0U);
}

}  // namespace
}  // namespace seawind::test
