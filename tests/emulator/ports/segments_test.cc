// SPDX-License-Identifier: GPL-3.0-or-later
// Cutting and joining of super-packets. The kernel's own segmentation is the oracle of
// tests/system/daemon/segments_kernel_test.cc.
#include "emulator/ports/segments.h"

#include <gmock/gmock.h>

#include <string_view>

#include "common/wire/network_order.h"
#include "emulator/core/packet_edit.h"
#include "tests/support/super_frames.h"

namespace seawind::test {
namespace {

using Bytes = std::vector<std::uint8_t>;

class Packets {
 public:
  void add(const Bytes& frame, bool correct = true) {
    packets.push_back(Packet::copy_of(pool_, packets.size() + 1, Time(), frame, 14));
    packets.back().set_checksum_correct(correct);
  }
  void add(const std::vector<Bytes>& frames) {
    for (const Bytes& frame : frames) add(frame);
  }

 private:
  PacketPool pool_;

 public:
  std::vector<Packet> packets;
};

SuperFrame coalesced(const Coalescer& coalescer, std::span<const Packet> packets) {
  SuperFrame frame{coalescer.description(), {coalescer.head().begin(), coalescer.head().end()}};
  for (const Packet& packet : packets) {
    const auto payload = coalescer.payload(packet);
    frame.bytes.insert(frame.bytes.end(), payload.begin(), payload.end());
  }
  return frame;
}

SuperFrame super_frame(std::uint8_t segmentation) {
  RandomStream random(7, "segments");
  while (true) {
    SuperFrame frame = random_super_frame(random);
    const bool data = segmentation == FrameDescription::kUdp ||
                      frame.bytes[frame.description.checksum_start + 13U] == 0x10;
    if (frame.description.segmentation == segmentation && data && packets_of(frame).size() > 4) {
      return frame;
    }
  }
}

TEST(Segments, WhatIsCutAndJoinedIsTheSuperPacketAgain) {
  RandomStream random(1, "segments");
  int of_several = 0;
  for (int i = 0; i < 2000; ++i) {
    const SuperFrame frame = random_super_frame(random);
    const std::vector<Bytes> cut = packets_of(frame);
    ASSERT_FALSE(cut.empty()) << i;
    if (cut.size() == 1) continue;
    Packets all;
    all.add(cut);
    Coalescer coalescer;
    const std::size_t count = coalescer.coalesce(all.packets, {});
    // Only pure data is coalesced: CWR and URG stay in packets of their own.
    if (frame.description.segmentation == FrameDescription::kUdp ||
        (frame.bytes[frame.description.checksum_start + 13U] & ~0x09) == 0x10) {
      ASSERT_EQ(count, std::min(cut.size(), Coalescer::kMostPackets)) << i;
      if (count < cut.size()) continue;
      EXPECT_EQ(coalesced(coalescer, all.packets).bytes, frame.bytes);
      EXPECT_EQ(coalescer.description().segment_bytes, frame.description.segment_bytes);
      EXPECT_EQ(coalescer.description().segmentation, frame.description.segmentation);
      ++of_several;
    }
  }
  EXPECT_GT(of_several, 300);
}

// Runs of several flows, some packets lost or marked, some swapped: segmenting what was coalesced
// gives the same packets.
TEST(Segments, WhatIsJoinedAndCutAreThePacketsAgain) {
  RandomStream random(2, "segments");
  std::size_t frames = 0;
  std::size_t packets = 0;
  for (int i = 0; i < 1000; ++i) {
    Packets all;
    std::vector<Bytes> expected;
    for (int runs = 0; runs < 3; ++runs) {
      for (const Bytes& packet : packets_of(random_super_frame(random))) {
        if (random.next() % 10 == 0) continue;
        all.add(packet);
        if (random.next() % 10 == 0) set_ce(all.packets.back());
        if (all.packets.size() > 1 && random.next() % 20 == 0) {
          std::swap(all.packets.back(), all.packets[all.packets.size() - 2]);
        }
      }
    }
    std::vector<Bytes> got;
    for (std::span<const Packet> rest = all.packets; !rest.empty(); ++frames) {
      Coalescer coalescer;
      const std::size_t count = coalescer.coalesce(rest, {});
      if (count == 1) {
        got.emplace_back(rest.front().frame().begin(), rest.front().frame().end());
      } else {
        for (Bytes& packet : packets_of(coalesced(coalescer, rest.first(count)))) {
          got.push_back(std::move(packet));
        }
      }
      rest = rest.subspan(count);
    }
    ASSERT_EQ(got.size(), all.packets.size());
    for (std::size_t k = 0; k < got.size(); ++k) {
      const auto frame = all.packets[k].frame();
      ASSERT_TRUE(std::equal(frame.begin(), frame.end(), got[k].begin(), got[k].end())) << k;
    }
    packets += got.size();
  }
  EXPECT_LT(frames * 2, packets);
}

TEST(Segments, APacketWhoseChecksumIsUnknownIsNotJoined) {
  const std::vector<Bytes> cut = packets_of(super_frame(FrameDescription::kTcp4));
  Packets all;
  all.add(cut[0]);
  all.add(cut[1]);
  all.add(cut[2], false);
  Coalescer coalescer;
  EXPECT_EQ(coalescer.coalesce(all.packets, {}), 2U);
  EXPECT_EQ(coalescer.coalesce(std::span(all.packets).subspan(2), {}), 1U);
}

TEST(Segments, UdpIsJoinedOnlyWhereTheKernelCutsIt) {
  Packets all;
  all.add(packets_of(super_frame(FrameDescription::kUdp)));
  Coalescer coalescer;
  EXPECT_EQ(coalescer.coalesce(all.packets, {.tcp = true, .udp = false}), 1U);
  EXPECT_GT(coalescer.coalesce(all.packets, {}), 4U);
}

// A SCTP header and 9 payload bytes; the checksum is of the bytes with a checksum field of 0.
TEST(Segments, TheChecksumOfSctpIsFilledIn) {
  SuperFrame frame;
  frame.bytes.assign(14 + 20, 0);
  frame.bytes[12] = 8;
  frame.bytes[14] = 0x45;
  frame.bytes[14 + 9] = 132;
  const std::string_view packet(
      "\x13\x88\x13\x89\0\0\0\1\xff\xff\xff\xff"
      "123456789",
      21);
  frame.bytes.insert(frame.bytes.end(), packet.begin(), packet.end());
  write16(frame.bytes, 14 + 2, 20 + 21);
  frame.description = {
      .flags = FrameDescription::kNeedsChecksum, .checksum_start = 34, .checksum_offset = 8};
  const std::vector<Bytes> packets = packets_of(frame);
  ASSERT_EQ(packets.size(), 1U);
  EXPECT_EQ(Bytes(packets[0].begin() + 42, packets[0].begin() + 46),
            (Bytes{0x15, 0xc6, 0xf8, 0xc1}));
}

TEST(Segments, ADescriptionThatContradictsTheFrameIsRejected) {
  const SuperFrame good = super_frame(FrameDescription::kTcp4);
  const auto rejected = [&](auto change) {
    SuperFrame bad = good;
    change(bad);
    return packets_of(bad).empty();
  };
  EXPECT_FALSE(rejected([](SuperFrame&) {}));
  EXPECT_TRUE(rejected([](SuperFrame& f) { f.description.segment_bytes = 0; }));
  EXPECT_TRUE(rejected([](SuperFrame& f) {  // 2000 packets of a byte
    f.description.segment_bytes = 1;
    f.bytes.resize(2000 + 14 + 60);
  }));
  EXPECT_TRUE(rejected([](SuperFrame& f) { f.description.flags = 0; }));
  EXPECT_TRUE(rejected([](SuperFrame& f) { f.description.segmentation = 3; }));  // UFO
  EXPECT_TRUE(rejected([](SuperFrame& f) { f.description.checksum_start = 20; }));
  EXPECT_TRUE(rejected([](SuperFrame& f) { f.description.checksum_start = 65'000; }));
  EXPECT_TRUE(rejected([](SuperFrame& f) { f.bytes.resize(40); }));
  EXPECT_TRUE(rejected([](SuperFrame& f) { f.bytes[14 + 20 + 12] = 0x10; }));  // header of 4 bytes
  EXPECT_TRUE(rejected([](SuperFrame& f) { f.bytes[14] = 0x55; }));            // version 5
  EXPECT_TRUE(
      rejected([](SuperFrame& f) { f.description.segmentation = FrameDescription::kTcp6; }));
}

TEST(Segments, ATunnelIsNotCut) {
  RandomStream random(7, "segments");
  SuperFrame tunnel;
  do {  // with few options: a longer head is never cut
    tunnel = random_super_frame(random);
  } while (tunnel.description.segmentation != FrameDescription::kTcp6 ||
           packets_of(tunnel).size() < 2 ||
           tunnel.bytes[tunnel.description.checksum_start + 12U] >> 4 > 8);
  const Bytes inner(tunnel.bytes.begin() + 14, tunnel.bytes.begin() + 14 + 40);
  tunnel.bytes[14 + 6] = 41;  // IPv6 in IPv6
  tunnel.bytes.insert(tunnel.bytes.begin() + 14 + 40, inner.begin(), inner.end());
  tunnel.description.checksum_start += 40;
  EXPECT_THAT(packets_of(tunnel), testing::IsEmpty());
}

}  // namespace
}  // namespace seawind::test
