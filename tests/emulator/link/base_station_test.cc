// SPDX-License-Identifier: GPL-3.0-or-later
// The functions of the base station in a whole hop: what they see and may do (stage.h), with every
// packet accounted for. tests/emulator/link/stages tests their own rules.
#include <gtest/gtest.h>

#include "tests/support/test_hop.h"

namespace seawind::test {
namespace {

class BaseStationTest : public testing::Test {
 protected:
  static HopConfig with(const StageConfig& stage) {
    HopConfig config;
    config.downlink = plain_direction(8'000, Duration::milliseconds(10));  // a byte a millisecond
    config.downlink.router = tail_drop_router({.packets = 20});
    config.downlink.input.limit.packets = 2;
    config.downlink.send_buffer.packets = 2;
    config.downlink.stages = {stage};
    config.uplink = plain_direction(8'000, Duration::milliseconds(10));
    return config;
  }
  static std::vector<std::uint64_t> ids(const std::vector<Delivery>& delivered) {
    std::vector<std::uint64_t> result;
    for (const Delivery& d : delivered) result.push_back(d.id);
    return result;
  }
};

// The RST leaves the radio at 50 ms. Packets of its connection that wait in router, queue and send
// buffer are dropped then; the segment in service and those of the other connection are not.
TEST_F(BaseStationTest, FastResetReachesEveryQueueButNotTheLink) {
  TestHop rig(with(FastReset{}));
  for (int i = 0; i < 8; ++i) rig.send(kDown, {.payload = 60});
  rig.send(kDown, {.fixed_port = 5002, .payload = 60});
  rig.send(kUp, {.flags = kRst});
  rig.run_until(Time::from_ns(49'999'999));
  EXPECT_EQ(rig.recorder.drops(kDown, DropReason::kFastReset).packets, 0u);
  rig.run_until(at_ms(50));
  EXPECT_EQ(rig.recorder.drops(kDown, DropReason::kFastReset).packets, 7u);
  expect_identity(rig);
  rig.drain();
  expect_identity(rig);
  EXPECT_EQ(ids(rig.delivered[0]), (std::vector<std::uint64_t>{1, 9}));
  EXPECT_EQ(ids(rig.delivered[1]), (std::vector<std::uint64_t>{10}));
}

// F3: a RST lost on the radio has no effect; the next one has.
TEST_F(BaseStationTest, ALostResetStopsNothing) {
  HopConfig config = with(FastReset{});
  config.uplink.loss_pattern = PositionPattern{{1}, 0};
  TestHop rig(config);
  for (int i = 0; i < 5; ++i) rig.send(kDown, {.payload = 60});
  rig.send(kUp, {.flags = kRst});
  rig.run_until(at_ms(90));
  EXPECT_EQ(rig.recorder.drops(kDown, DropReason::kFastReset).packets, 0u);
  rig.send(kUp, {.flags = kRst});
  rig.run_until(at_ms(140));
  EXPECT_EQ(rig.recorder.drops(kDown, DropReason::kFastReset).packets, 3u);
  rig.drain();
  expect_identity(rig);
}

// Packet control answers every second copy of an acknowledged segment at the instant the copy
// arrives. The ACK is generated and delivered in the uplink, at the fixed host's end.
TEST_F(BaseStationTest, GeneratedAcksAreAccountedFor) {
  TestHop rig(with(PacketControl{}));
  rig.send(kUp, {.acknowledgement = 1000, .flags = kAck});
  rig.drain();
  for (int i = 0; i < 4; ++i) rig.send(kDown, {.sequence = 900, .payload = 100});
  EXPECT_EQ(rig.recorder.drops(kDown, DropReason::kDataFilter).packets, 4u);
  EXPECT_EQ(rig.recorder.count(kUp, EventKind::kGenerated).packets, 2u);
  expect_identity(rig);
  ASSERT_EQ(rig.delivered[1].size(), 3u);
  EXPECT_GE(rig.delivered[1].back().id, kFirstGeneratedId);
  EXPECT_EQ(rig.delivered[1].back().time, at_ms(50));
}

// A live change of another parameter keeps the stage's state.
TEST_F(BaseStationTest, LiveChangesKeepTheStage) {
  HopConfig config = with(PacketControl{});
  TestHop rig(config);
  rig.send(kUp, {.acknowledgement = 1000, .flags = kAck});
  rig.drain();
  config.downlink.states[0].rate = 16'000;
  rig.hop.reconfigure(config);
  rig.send(kDown, {.sequence = 900, .payload = 100});
  EXPECT_EQ(rig.recorder.drops(kDown, DropReason::kDataFilter).packets, 1u);
  config.downlink.stages.clear();
  rig.hop.reconfigure(config);
  rig.send(kDown, {.sequence = 900, .payload = 100});
  rig.drain();
  EXPECT_EQ(rig.delivered[0].size(), 1u);
  expect_identity(rig);
}

// Packets of other users on a shared channel leave the link as generated packets, once the link
// header is known.
TEST(Background, WrittenOutIsGeneratedAndDelivered) {
  HopConfig config;
  config.seed = 2;
  config.downlink = plain_direction(64'000, Duration::milliseconds(10));
  config.downlink.states[0].user_max_rate = 2;
  config.downlink.background = {.users = 1,
                                .average_rate = 32'000,
                                .output = BackgroundLoad::Output::kWrite,
                                .packet_size = 400};
  config.uplink = plain_direction(64'000, {});
  TestHop rig(config);
  rig.send(kDown, 100);
  rig.run_until(at_ms(10'000));
  const auto generated = rig.recorder.count(kDown, EventKind::kGenerated);
  EXPECT_NEAR(static_cast<double>(generated.bytes), 40'000, 2'000);
  EXPECT_EQ(rig.delivered[0].size(), generated.packets + 1);
  expect_identity(rig);
}

}  // namespace
}  // namespace seawind::test
