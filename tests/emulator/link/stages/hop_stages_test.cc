// SPDX-License-Identifier: GPL-3.0-or-later
// Functions of the base station in a whole hop, exact in virtual time. The link: 64 kbit/s, 300 ms;
// packets of 560 bytes take 70 ms to transmit, bare headers of 40 bytes 5 ms.
#include <gtest/gtest.h>

#include "common/packet_ids.h"
#include "emulator/core/tcp_view.h"
#include "emulator/link/stages/lifetime_option.h"
#include "tests/support/test_hop.h"

namespace seawind::test {
namespace {

class HopStages : public testing::Test {
 protected:
  static HopConfig config(const StageConfig& stage) {
    HopConfig out;
    out.downlink = plain_direction(64'000, Duration::milliseconds(300));
    out.uplink = out.downlink;
    out.downlink.router = tail_drop_router({.packets = 1000});
    out.downlink.input.limit.packets = 1;
    out.downlink.send_buffer.packets = 1;
    out.downlink.stages = {stage};
    return out;
  }
  static std::uint64_t dropped(const TestHop& rig, Direction direction, DropReason reason) {
    return rig.recorder.drops(direction, reason).packets;
  }
  static void expect_all_settled(const TestHop& rig) {
    expect_identity(rig);
    for (const Direction d : {kDown, kUp}) EXPECT_EQ(rig.hop.occupancy(d).held_packets, 0u);
  }
};

// The RST reaches the base station 305 ms after the mobile host sent it. Waiting packets are
// discarded then; the packet in service and those that propagate arrive.
TEST_F(HopStages, FastResetDiscardsWhatWaitsWhenTheResetComesOffTheRadio) {
  for (const bool on : {false, true}) {
    HopConfig hop = config(FastReset{});
    if (!on) hop.downlink.stages.clear();
    TestHop rig(hop);
    for (int i = 0; i < 20; ++i) rig.send(kDown, {.payload = 520});
    rig.send(kUp, {.flags = kRst});
    rig.run_until(Time::from_ns(304'999'999));
    EXPECT_EQ(dropped(rig, kDown, DropReason::kFastReset), 0u);
    // Four packets have been transmitted and the fifth is in service.
    rig.run_until(at_ms(305));
    EXPECT_EQ(dropped(rig, kDown, DropReason::kFastReset), on ? 15u : 0u);
    expect_identity(rig);
    rig.drain();
    EXPECT_EQ(rig.delivered[0].size(), on ? 5u : 20u);
    EXPECT_EQ(dropped(rig, kDown, DropReason::kFastReset), on ? 15u : 0u);
    EXPECT_EQ(rig.delivered[1].size(), 1u);
    expect_all_settled(rig);
  }
}

// The reset comes off the uplink at 305 ms. The downlink has one packet in service until 360 ms;
// those of the connection leave send buffer and input queue, and those of another one move up at
// that instant, so that the router has room at 310 ms.
TEST_F(HopStages, TheSpaceThatAResetFreesIsUsedAtOnce) {
  HopConfig hop = config(FastReset{});
  hop.downlink.router = tail_drop_router({.packets = 2});
  TestHop rig(hop);
  rig.send(kUp, {.flags = kRst});
  rig.call_at(at_ms(290), [&rig] {
    for (int i = 0; i < 3; ++i) rig.send(kDown, {.payload = 520});
    for (int i = 0; i < 2; ++i) rig.send(kDown, {.fixed_port = 5002, .payload = 520});
  });
  rig.run_until(at_ms(309));
  EXPECT_EQ(dropped(rig, kDown, DropReason::kFastReset), 2u);
  EXPECT_EQ(rig.hop.occupancy(kDown).router_packets, 0u);
  rig.call_at(at_ms(310), [&rig] { rig.send(kDown, {.fixed_port = 5002, .payload = 520}); });
  rig.drain();
  EXPECT_EQ(rig.delivered[0].size(), 4u);
  EXPECT_EQ(rig.recorder.count(kDown, EventKind::kDrop).packets, 2u);
  expect_all_settled(rig);
}

// F3: the first RST is lost on the radio and discards nothing; the next one stops the sender.
TEST_F(HopStages, ALostResetDiscardsNothing) {
  HopConfig hop = config(FastReset{});
  hop.uplink.loss_pattern = PositionPattern{{1}, 0};
  TestHop rig(hop);
  for (int i = 0; i < 20; ++i) rig.send(kDown, {.payload = 520});
  rig.send(kUp, {.flags = kRst});
  rig.call_at(at_ms(700), [&rig] { rig.send(kUp, {.flags = kRst}); });
  rig.run_until(at_ms(1004));
  EXPECT_EQ(dropped(rig, kDown, DropReason::kFastReset), 0u);
  rig.run_until(at_ms(1005));
  EXPECT_EQ(dropped(rig, kDown, DropReason::kFastReset), 5u);  // 14 transmitted, the 15th in
                                                               // service
  rig.drain();
  expect_all_settled(rig);
}

Segment with_lifetime(std::uint8_t treatment, std::uint16_t ms) {
  return {.payload = 512,
          .ip_options = {kLifetimeOption, 8, static_cast<std::uint8_t>(treatment << 4), 3, 0, 0,
                         static_cast<std::uint8_t>(ms >> 8), static_cast<std::uint8_t>(ms)}};
}

// 20 packets at once with a lifetime of 1000 ms. Packet n is delivered at 70 n + 300 ms if all
// earlier ones are, so the 10th is the last in time, and none arrives late.
TEST_F(HopStages, NoPacketArrivesAfterItsLifetime) {
  for (const bool on : {false, true}) {
    HopConfig hop = config(LifetimeDiscard{});
    if (!on) hop.downlink.stages.clear();
    TestHop rig(hop);
    for (int i = 0; i < 20; ++i) rig.send(kDown, with_lifetime(1, 1000));
    rig.drain();
    std::size_t late = 0;
    for (const Delivery& d : rig.delivered[0]) late += d.delay > Duration::milliseconds(1000);
    EXPECT_EQ(rig.delivered[0].size(), on ? 10u : 20u);
    EXPECT_EQ(late, on ? 0u : 10u);
    EXPECT_EQ(dropped(rig, kDown, DropReason::kLifetime), on ? 10u : 0u);
    expect_all_settled(rig);
  }
}

// The first packet starts an allocation of 1 s, of whose end the others know.
TEST_F(HopStages, AnAllocationInProgressCountsTowardsTheLifetime) {
  HopConfig hop = config(LifetimeDiscard{});
  hop.downlink.states[0].allocation_delay = ValueConfig(1e9);
  TestHop rig(hop);
  for (int i = 0; i < 3; ++i) rig.send(kDown, with_lifetime(1, 1000));
  rig.drain();
  ASSERT_EQ(rig.delivered[0].size(), 1u);
  EXPECT_EQ(rig.delivered[0][0].time, at_ms(1370));
  EXPECT_EQ(dropped(rig, kDown, DropReason::kLifetime), 2u);
  expect_all_settled(rig);
}

TEST_F(HopStages, HeadercastingSendsTheHeadersOfWhatIsStale) {
  TestHop rig(config(LifetimeDiscard{true}));
  for (int i = 0; i < 20; ++i) rig.send(kDown, with_lifetime(2, 1000));
  rig.drain();
  ASSERT_EQ(rig.delivered[0].size(), 20u);
  for (std::size_t i = 0; i < 20; ++i) {
    EXPECT_EQ(rig.delivered[0][i].size, i < 10 ? 560u : 48u) << i;
  }
  // The eleventh follows after its 48 bytes of transmission: 6 ms.
  EXPECT_EQ(rig.delivered[0][9].time, at_ms(1000));
  EXPECT_EQ(rig.delivered[0][10].time, at_ms(1006));
  EXPECT_EQ(rig.recorder.count(kDown, EventKind::kModified).packets, 10u);
  expect_all_settled(rig);
}

// A capture shows the packet as it left.
TEST_F(HopStages, WhatTheRouterMarksAnewIsReportedWithItsBytes) {
  HopConfig hop = config(LifetimeDiscard{true});
  ClassConfig all;
  all.name = "all";
  all.set_dscp = 46;
  hop.downlink.router = std::make_shared<const RouterConfig>(RouterConfig{PriorityConfig{{all}}});
  TestHop rig(hop);
  rig.send(kDown, 500, {.dscp = 10});
  rig.drain();
  EXPECT_EQ(rig.recorder.count(kDown, EventKind::kModified).packets, 1u);
  EXPECT_EQ(rig.recorder.modified_traffic_class, 46 << 2);
  expect_all_settled(rig);
}

// Tail drop keeps the oldest, drop from head the newest.
TEST_F(HopStages, DropFromHeadKeepsTheNewest) {
  HopConfig hop = config(DropFromHead{{.packets = 5}});
  TestHop rig(hop);
  for (std::size_t i = 0; i < 20; ++i) rig.send(kDown, {.payload = 500 + i});
  EXPECT_EQ(dropped(rig, kDown, DropReason::kHeadDrop), 13u);
  rig.drain();
  std::vector<std::uint32_t> sizes;
  for (const Delivery& d : rig.delivered[0]) sizes.push_back(d.size);
  // The packets in service and in the send buffer, and the five newest.
  EXPECT_EQ(sizes, (std::vector<std::uint32_t>{540, 541, 555, 556, 557, 558, 559}));
  expect_all_settled(rig);
}

// A retransmission of acknowledged data is not transmitted; its second copy is answered at once.
TEST_F(HopStages, PacketControlAnswersInsteadOfTheRadio) {
  TestHop rig(config(PacketControl{.threshold = 6}));
  const Segment segment{.sequence = 1000, .payload = 520};
  rig.send(kDown, segment);
  rig.send(kUp, {.acknowledgement = 1520});
  rig.run_until(at_ms(1000));
  for (int i = 0; i < 4; ++i) rig.send(kDown, segment);
  EXPECT_EQ(dropped(rig, kDown, DropReason::kDataFilter), 4u);
  EXPECT_EQ(rig.recorder.count(kUp, EventKind::kGenerated).packets, 2u);
  expect_identity(rig);
  ASSERT_EQ(rig.delivered[1].size(), 3u);
  EXPECT_EQ(rig.delivered[1][2].time, at_ms(1000));
  EXPECT_GE(rig.delivered[1][2].id, kFirstGeneratedId);
  EXPECT_EQ(rig.delivered[0].size(), 1u);
  expect_all_settled(rig);
}

TEST_F(HopStages, PacketControlThinsDuplicatesOffTheRadio) {
  for (const std::int64_t threshold : {3, 6, 12}) {
    TestHop rig(config(PacketControl{.threshold = threshold}));
    for (int i = 0; i < 13; ++i) rig.send(kUp, {.acknowledgement = 1520});
    rig.drain();
    EXPECT_EQ(rig.delivered[1].size(), 1u + 12 * 3 / static_cast<std::size_t>(threshold));
    expect_all_settled(rig);
  }
}

// A live change of another parameter keeps the stage's state.
TEST_F(HopStages, LiveChangesKeepTheStage) {
  HopConfig hop = config(PacketControl{});
  TestHop rig(hop);
  rig.send(kUp, {.acknowledgement = 1000, .flags = kAck});
  rig.drain();
  hop.downlink.states[0].rate = 128'000;
  rig.hop.reconfigure(hop);
  rig.send(kDown, {.sequence = 900, .payload = 100});
  EXPECT_EQ(dropped(rig, kDown, DropReason::kDataFilter), 1u);
  hop.downlink.stages.clear();
  rig.hop.reconfigure(hop);
  rig.send(kDown, {.sequence = 900, .payload = 100});
  rig.drain();
  EXPECT_EQ(rig.delivered[0].size(), 1u);
  expect_all_settled(rig);
}

// Off, on again, and another value: a packet is treated by the stage present when it passes.
TEST_F(HopStages, StagesChangeLive) {
  HopConfig with = config(LifetimeDiscard{}), without = with;
  without.downlink.stages.clear();
  TestHop rig(without);
  for (int i = 0; i < 20; ++i) rig.send(kDown, with_lifetime(1, 1000));
  rig.run_until(at_ms(1100));
  rig.hop.reconfigure(with);
  rig.drain();
  EXPECT_GT(dropped(rig, kDown, DropReason::kLifetime), 0u);
  EXPECT_GT(rig.delivered[0].size(), 10u);
  expect_all_settled(rig);
}

}  // namespace
}  // namespace seawind::test
