// SPDX-License-Identifier: GPL-3.0-or-later
// Fast Reset (experiments B1.5.2, B7 F3), packet by packet.
#include <gtest/gtest.h>

#include "tests/emulator/link/stages/stage_rig.h"

namespace seawind {
namespace {

using namespace test;

class FastResetTest : public testing::Test {
 protected:
  void queue(const std::vector<std::uint8_t>& bytes) { rig_.queue.push_back(rig_.packet(bytes)); }
  std::vector<std::uint64_t> left() {
    std::vector<std::uint64_t> ids;
    for (const Packet& packet : rig_.queue) ids.push_back(packet.id());
    return ids;
  }
  StageRig rig_{FastReset{}};
};

TEST_F(FastResetTest, DiscardsWhatWaitsForThatConnectionAndForwardsTheReset) {
  queue(tcp_bytes({.payload = 100}));                      // 1
  queue(tcp_bytes({.fixed_port = 5002, .payload = 100}));  // 2
  queue(tcp_bytes({.payload = 200}));                      // 3
  queue(tcp_bytes({.mobile_port = 81, .payload = 100}));   // 4
  queue(udp_bytes({.payload = 100}));                      // 5: same ports
  queue(tcp_bytes({.ipv6 = true, .payload = 100}));        // 6
  EXPECT_TRUE(rig_.ack({.flags = kRst | kAck}));
  EXPECT_EQ(left(), (std::vector<std::uint64_t>{2, 4, 5, 6}));
  EXPECT_EQ(rig_.drops, (std::vector<StageRig::Drop>{{kDown, 1, DropReason::kFastReset},
                                                     {kDown, 3, DropReason::kFastReset}}));
}

TEST_F(FastResetTest, NothingButAResetDiscards) {
  queue(tcp_bytes({.payload = 100}));
  EXPECT_TRUE(rig_.ack({.flags = kAck}));
  EXPECT_TRUE(rig_.ack({.flags = kFin | kAck}));
  EXPECT_TRUE(rig_.data({.flags = kRst}));  // from the fixed host
  EXPECT_TRUE(rig_.drops.empty());
}

// F3: the stage is stateless. If the sender misses the first RST, its retransmission passes, and
// the next RST discards the packets that wait then.
TEST_F(FastResetTest, AfterALostResetTheNextOneStopsTheSender) {
  queue(tcp_bytes({.payload = 100}));
  EXPECT_TRUE(rig_.ack({.flags = kRst}));
  EXPECT_EQ(rig_.drops.size(), 1u);
  EXPECT_TRUE(rig_.data({.payload = 100}));  // after the retransmission time-out
  queue(tcp_bytes({.payload = 100}));
  EXPECT_TRUE(rig_.ack({.flags = kRst}));
  EXPECT_EQ(rig_.drops.size(), 2u);
  EXPECT_TRUE(left().empty());
}

TEST_F(FastResetTest, FragmentsWithoutPortsStay) {
  auto bytes = tcp_bytes({.payload = 100});
  bytes[7] = 5;
  queue(bytes);
  EXPECT_TRUE(rig_.ack({.flags = kRst}));
  EXPECT_EQ(left().size(), 1u);
}

}  // namespace
}  // namespace seawind
