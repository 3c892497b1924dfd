// SPDX-License-Identifier: GPL-3.0-or-later
// The receive buffers of all kinds of port on an interface of a slow link: a burst that arrives
// before the relay thread reads (kernel_buffer.h).
#include <gmock/gmock.h>
#include <linux/if_packet.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "common/error.h"
#include "emulator/ports/packet_socket.h"
#include "emulator/ports/registry.h"
#include "emulator/ports/segments.h"
#include "namespaces/netns.h"
#include "namespaces/veth.h"
#include "tests/support/ip_bytes.h"

namespace seawind {
namespace {

using Bytes = std::vector<std::uint8_t>;

struct Counter final : FrameHandler {
  void on_frame(const CapturedFrame& frame) override {
    ++frames;
    bytes += frame.head.size() + frame.rest.size();
  }
  std::size_t frames = 0;
  std::size_t bytes = 0;
};

Bytes frame_of(std::size_t ip_bytes) {
  Bytes frame{2, 0, 0, 0, 0, 0x99, 2, 0, 0, 0, 0, 1, 8, 0};
  const Bytes ip = test::ipv4_udp(ip_bytes);
  frame.insert(frame.end(), ip.begin(), ip.end());
  return frame;
}

/// `packets` datagrams of 1472 bytes as one frame.
FrameDescription joined() {
  FrameDescription description;
  description.flags = FrameDescription::kNeedsChecksum;
  description.segmentation = FrameDescription::kUdp;
  description.head_bytes = 42;
  description.segment_bytes = 1472;
  description.checksum_start = 34;
  description.checksum_offset = 6;
  return description;
}

class PortBursts : public testing::TestWithParam<const char*> {
 protected:
  void connect(bool offloads) {
    make_veth_pair({.network_namespace = host_.get(), .name = "host", .offloads = offloads},
                   {.network_namespace = relay_.get(), .name = "relay", .offloads = offloads});
    in_network_namespace(relay_.get(), [&] { port_ = open_port(GetParam(), {"relay", 64'000}); });
    in_network_namespace(host_.get(), [&] {
      const Interface interface = find_interface("host");
      sender_ = open_packet_socket(interface);
      const int on = offloads ? 1 : 0;
      if (::setsockopt(sender_.get(), SOL_PACKET, PACKET_VNET_HDR, &on, sizeof on) < 0)
        throw system_error("send super-packets");
      prepare_sending(sender_.get(), "host");
      start_capture(sender_.get(), interface);
    });
  }
  /// Sends `frame` `count` times; with offloads, behind `description`.
  void send(Bytes frame, std::size_t count, const FrameDescription* description = nullptr) {
    iovec parts[2] = {{const_cast<FrameDescription*>(description), sizeof *description},
                      {frame.data(), frame.size()}};
    std::vector<mmsghdr> messages(count);
    for (mmsghdr& message : messages) {
      message.msg_hdr.msg_iov = description != nullptr ? parts : parts + 1;
      message.msg_hdr.msg_iovlen = description != nullptr ? 2 : 1;
    }
    send_messages(sender_.get(), messages, [](std::size_t) { FAIL() << "a frame was rejected"; });
  }
  /// Reads until `count` frames have arrived or none has for a second.
  Counter read(std::size_t count) {
    Counter got;
    for (int idle = 0; got.frames < count && idle < 100;) {
      if (port_->read_batch(got, 64) > 0) {
        idle = 0;
      } else {
        pollfd ready{port_->fd(), POLLIN, 0};
        if (::poll(&ready, 1, 10) == 0) ++idle;
      }
    }
    return got;
  }

  static Fd make_namespace() {
    if (geteuid() != 0) enter_user_namespace();
    return make_network_namespace();  // without IPv6, which sends packets by itself
  }
  const Fd host_ = make_namespace();
  const Fd relay_ = make_namespace();
  std::unique_ptr<Port> port_;
  Fd sender_;
};
INSTANTIATE_TEST_SUITE_P(Kinds, PortBursts, testing::Values("ring", "super"));

TEST_P(PortBursts, TakesAWindowInPacketsOfAnySize) {
  connect(false);
  for (const std::size_t ip_bytes : {40, 576, 1500}) {
    send(frame_of(ip_bytes), 128);
    const Counter got = read(128);
    EXPECT_EQ(got.frames, 128U) << ip_bytes;
    EXPECT_EQ(got.bytes, 128 * (ip_bytes + 14)) << ip_bytes;
  }
  EXPECT_EQ(port_->stats().capture_drops, 0U);
}

TEST_P(PortBursts, CountsWhatItCannotTake) {
  connect(false);
  constexpr std::size_t kFrames = 50'000;
  send(frame_of(40), kFrames);
  const Counter got = read(kFrames);
  EXPECT_LT(got.frames, kFrames);
  EXPECT_EQ(got.frames + port_->stats().capture_drops, kFrames);
}

TEST_P(PortBursts, TakesSuperPacketsAndTheirAcknowledgements) {
  connect(true);
  const FrameDescription super = joined();
  const FrameDescription plain;
  send(frame_of(28 + 44 * 1472), 2, &super);
  send(frame_of(40), 126, &plain);
  const std::size_t frames = 2 * 44 + 126;
  EXPECT_EQ(read(frames).frames, frames);
  EXPECT_EQ(port_->stats().capture_drops, 0U);
}

}  // namespace
}  // namespace seawind
