// SPDX-License-Identifier: GPL-3.0-or-later
// Packet control (experiments B7 P5), packet by packet.
#include "emulator/link/stages/packet_control.h"

#include <gtest/gtest.h>

#include "emulator/core/packet_edit.h"
#include "tests/emulator/link/stages/stage_rig.h"

namespace seawind {
namespace {

using namespace test;

std::string forwarded(StageRig& rig, int count, const Segment& duplicate) {
  std::string out;
  for (int i = 0; i < count; ++i) out += rig.ack(duplicate) ? '1' : '0';
  return out;
}

// ------------------------------------------------------------------------------------ ACK filter

struct Threshold {
  std::int64_t n;
  const char* forwarded;
};
class AckFilter : public testing::TestWithParam<Threshold> {};

TEST_P(AckFilter, ForwardsThreeOfNDuplicatesEvenly) {
  StageRig rig(PacketControl{.threshold = GetParam().n});
  const Segment ack{.acknowledgement = 5000};
  EXPECT_TRUE(rig.ack(ack));
  const std::string wanted = GetParam().forwarded;
  EXPECT_EQ(forwarded(rig, static_cast<int>(wanted.size()), ack), wanted);
}

INSTANTIATE_TEST_SUITE_P(P5, AckFilter,
                         testing::Values(Threshold{3, "1111111"}, Threshold{4, "011101110"},
                                         Threshold{5, "0101101011"}, Threshold{6, "010101010101"},
                                         Threshold{9, "001001001001"},
                                         Threshold{12, "000100010001000"}),
                         [](const auto& test) { return std::to_string(test.param.n); });

TEST(AckFilterTest, AnOldAckIsDropped) {
  StageRig rig(PacketControl{.threshold = 6});
  EXPECT_TRUE(rig.ack({.acknowledgement = 5000}));
  EXPECT_FALSE(rig.ack({.acknowledgement = 4999}));
  EXPECT_EQ(rig.drops.size(), 1u);
  EXPECT_EQ(rig.drops.at(0), (StageRig::Drop{kUp, 2, DropReason::kAckFilter}));
  EXPECT_TRUE(rig.ack({.acknowledgement = 5001}));
}

// The no-op of the study: old ACKs also pass.
TEST(AckFilterTest, ThresholdThreeIsANoOp) {
  StageRig rig(PacketControl{.threshold = 3});
  EXPECT_TRUE(rig.ack({.acknowledgement = 5000}));
  EXPECT_TRUE(rig.ack({.acknowledgement = 4999}));
  EXPECT_EQ(forwarded(rig, 5, {.acknowledgement = 5000}), "11111");
}

TEST(AckFilterTest, ANewAckStartsTheCountAgain) {
  StageRig rig(PacketControl{.threshold = 6});
  EXPECT_TRUE(rig.ack({.acknowledgement = 5000}));
  EXPECT_EQ(forwarded(rig, 3, {.acknowledgement = 5000}), "010");
  EXPECT_TRUE(rig.ack({.acknowledgement = 5001}));
  EXPECT_EQ(forwarded(rig, 3, {.acknowledgement = 5001}), "010");
}

TEST(AckFilterTest, OnlyPureAcksOfTheSameWindowAreDuplicates) {
  StageRig rig(PacketControl{.threshold = 12});
  EXPECT_TRUE(rig.ack({.acknowledgement = 5000}));
  EXPECT_TRUE(rig.ack({.acknowledgement = 5000, .window = 900}));  // a window update
  EXPECT_TRUE(rig.ack({.acknowledgement = 5000, .window = 900, .payload = 1}));
  EXPECT_TRUE(rig.ack({.acknowledgement = 5000, .flags = kAck | kFin, .window = 900}));
  EXPECT_TRUE(rig.ack({.acknowledgement = 4000, .payload = 1}));  // old, but with data
  EXPECT_FALSE(rig.ack({.acknowledgement = 5000, .window = 900}));
}

TEST(AckFilterTest, HoldsAcrossTheEndOfTheSequenceNumbers) {
  StageRig rig(PacketControl{.threshold = 6});
  EXPECT_TRUE(rig.ack({.acknowledgement = 0xffffff00}));
  EXPECT_TRUE(rig.ack({.acknowledgement = 100}));
  EXPECT_FALSE(rig.ack({.acknowledgement = 0xffffff00}));
  EXPECT_EQ(forwarded(rig, 2, {.acknowledgement = 100}), "01");
}

TEST(AckFilterTest, OffMeansOff) {
  StageRig rig(PacketControl{.ack_filter = false, .threshold = 6});
  EXPECT_TRUE(rig.ack({.acknowledgement = 5000}));
  EXPECT_TRUE(rig.ack({.acknowledgement = 4000}));
  EXPECT_EQ(forwarded(rig, 3, {.acknowledgement = 5000}), "111");
}

TEST(AckFilterTest, ConnectionsAreKeptApart) {
  StageRig rig(PacketControl{.threshold = 6});
  EXPECT_TRUE(rig.ack({.fixed_port = 1, .acknowledgement = 5000}));
  EXPECT_TRUE(rig.ack({.fixed_port = 2, .acknowledgement = 10}));
  EXPECT_TRUE(rig.ack({.ipv6 = true, .fixed_port = 1, .acknowledgement = 10}));
  EXPECT_FALSE(rig.ack({.fixed_port = 1, .acknowledgement = 10}));
}

TEST(AckFilterTest, ANewConnectionOfTheSamePortsIsNotOld) {
  StageRig rig(PacketControl{.threshold = 6});
  for (const bool downlink_syn : {true, false}) {
    EXPECT_TRUE(rig.ack({.acknowledgement = 5000}));
    EXPECT_TRUE(downlink_syn ? rig.data({.flags = kSyn}) : rig.ack({.flags = kSyn}));
    EXPECT_TRUE(rig.ack({.acknowledgement = 10}));
  }
  EXPECT_TRUE(rig.data({.flags = kRst}));
  EXPECT_TRUE(rig.ack({.acknowledgement = 5}));
  EXPECT_TRUE(rig.ack({.acknowledgement = 0, .flags = kRst}));
  EXPECT_TRUE(rig.ack({.acknowledgement = 3}));
}

TEST(AckFilterTest, ALiveChangeKeepsWhatIsKnown) {
  StageRig rig(PacketControl{.threshold = 3});
  EXPECT_TRUE(rig.ack({.acknowledgement = 5000}));
  rig.stage().change(PacketControl{.threshold = 12});
  EXPECT_FALSE(rig.ack({.acknowledgement = 4999}));
}

// ----------------------------------------------------------------------------------- data filter

TEST(DataFilter, AnAcknowledgedSegmentIsDroppedAndEverySecondCopyAnswered) {
  StageRig rig(PacketControl{});
  const Segment segment{.sequence = 1000, .payload = 500};
  EXPECT_TRUE(rig.data(segment));
  EXPECT_TRUE(rig.ack({.sequence = 77, .acknowledgement = 1500, .window = 444}));
  std::string emitted;
  for (int i = 0; i < 6; ++i) {
    const std::size_t before = rig.emitted.size();
    EXPECT_FALSE(rig.data(segment));
    emitted += rig.emitted.size() > before ? '1' : '0';
  }
  EXPECT_EQ(emitted, "010101");
  EXPECT_EQ(rig.drops.size(), 6u);
  EXPECT_EQ(rig.drops.at(0), (StageRig::Drop{kDown, 3, DropReason::kDataFilter}));
  const auto ack = tcp_view(rig.emitted.at(0));
  ASSERT_TRUE(ack && ack->pure_ack());
  EXPECT_EQ(ack->acknowledgement, 1500u);
  EXPECT_EQ(ack->sequence, 77u);
  EXPECT_EQ(ack->window, 444);
  EXPECT_EQ(ack->source_port, 80);
  EXPECT_FALSE(ack->timestamps);
  EXPECT_EQ(rig.emitted.at(0).id(), 1000u);
  EXPECT_EQ(
      checksum_problem({rig.emitted.at(0).ip_bytes().begin(), rig.emitted.at(0).ip_bytes().end()}),
      "");
}

TEST(DataFilter, TheEdge) {
  StageRig rig(PacketControl{});
  EXPECT_TRUE(rig.ack({.acknowledgement = 1500}));
  EXPECT_FALSE(rig.data({.sequence = 1000, .payload = 500}));
  EXPECT_TRUE(rig.data({.sequence = 1000, .payload = 501}));
  EXPECT_TRUE(rig.data({.sequence = 1001, .payload = 500}));
  EXPECT_TRUE(rig.data({.sequence = 1000, .payload = 0}));
  EXPECT_FALSE(rig.data({.sequence = 1000, .flags = kAck | kFin, .payload = 499}));
  EXPECT_TRUE(rig.data({.sequence = 1000, .flags = kAck | kFin, .payload = 500}));
}

TEST(DataFilter, AProbeOfOneByteIsNotAnswered) {
  StageRig rig(PacketControl{});
  EXPECT_TRUE(rig.ack({.acknowledgement = 1500}));
  EXPECT_TRUE(rig.data({.sequence = 1499, .payload = 1}));
  EXPECT_FALSE(rig.data({.sequence = 1498, .payload = 1}));
}

TEST(DataFilter, HoldsAcrossTheEndOfTheSequenceNumbers) {
  StageRig rig(PacketControl{});
  EXPECT_TRUE(rig.ack({.acknowledgement = 200}));
  EXPECT_FALSE(rig.data({.sequence = 0xffffff00, .payload = 300}));
  EXPECT_TRUE(rig.data({.sequence = 100, .payload = 300}));
}

TEST(DataFilter, CountsEachSegmentApart) {
  StageRig rig(PacketControl{});
  EXPECT_TRUE(rig.ack({.acknowledgement = 5000}));
  for (const std::uint32_t sequence : {1000u, 2000u, 3000u, 4000u}) {
    EXPECT_FALSE(rig.data({.sequence = sequence, .payload = 500}));
  }
  EXPECT_EQ(rig.emitted.size(), 0u);
  for (const std::uint32_t sequence : {1000u, 2000u, 3000u, 4000u}) {
    EXPECT_FALSE(rig.data({.sequence = sequence, .payload = 500}));
  }
  EXPECT_EQ(rig.emitted.size(), 4u);
  // A fifth segment replaces the first, whose count restarts.
  EXPECT_FALSE(rig.data({.sequence = 0, .payload = 500}));
  EXPECT_FALSE(rig.data({.sequence = 1000, .payload = 500}));
  EXPECT_EQ(rig.emitted.size(), 4u);
}

TEST(DataFilter, AnswersWithTimestampsWhereTheConnectionHasThem) {
  StageRig rig(PacketControl{});
  Segment ack{.acknowledgement = 1500, .tcp_options = {1, 1, 8, 10, 0, 0, 0, 50, 0, 0, 0, 60}};
  EXPECT_TRUE(rig.ack(ack));
  const Segment segment{
      .sequence = 1000, .payload = 500, .tcp_options = {1, 1, 8, 10, 0, 0, 0, 90, 0, 0, 0, 50}};
  rig.data(segment);
  rig.data(segment);
  const auto view = tcp_view(rig.emitted.at(0));
  ASSERT_TRUE(view->timestamps);
  EXPECT_EQ(view->timestamps->value, 50u);
  EXPECT_EQ(view->timestamps->echo, 90u);
}

TEST(DataFilter, UsesAcksThatTheAckFilterDropsAndData) {
  StageRig rig(PacketControl{.threshold = 12});
  EXPECT_TRUE(rig.ack({.sequence = 10, .acknowledgement = 1500}));
  EXPECT_FALSE(rig.ack({.sequence = 10, .acknowledgement = 1500}));
  EXPECT_TRUE(rig.ack({.sequence = 10, .acknowledgement = 1500, .payload = 30}));
  rig.data({.sequence = 1000, .payload = 500});
  rig.data({.sequence = 1000, .payload = 500});
  EXPECT_EQ(tcp_view(rig.emitted.at(0))->sequence, 40u);
}

TEST(DataFilter, DropsAtDequeueWhatWasAcknowledgedMeanwhile) {
  StageRig rig(PacketControl{});
  EXPECT_TRUE(rig.ack({.acknowledgement = 1000}));
  Packet first = rig.stage().on_arrival(rig.packet(tcp_bytes({.sequence = 1000, .payload = 500})));
  Packet second = rig.stage().on_arrival(rig.packet(tcp_bytes({.sequence = 1500, .payload = 500})));
  EXPECT_TRUE(first && second);
  EXPECT_TRUE(rig.ack({.acknowledgement = 1500}));
  EXPECT_FALSE(rig.stage().before_input_queue(std::move(first)));
  EXPECT_TRUE(rig.stage().before_input_queue(std::move(second)));
}

TEST(DataFilter, OffMeansOff) {
  StageRig rig(PacketControl{.data_filter = false});
  EXPECT_TRUE(rig.ack({.acknowledgement = 1500}));
  EXPECT_TRUE(rig.data({.sequence = 1000, .payload = 500}));
}

TEST(DataFilter, NothingIsKnownBeforeTheFirstAck) {
  StageRig rig(PacketControl{});
  EXPECT_TRUE(rig.data({.sequence = 1000, .payload = 500}));
}

TEST(PacketControlTest, FragmentsAndOtherProtocolsPass) {
  StageRig rig(PacketControl{.threshold = 12});
  rig.ack({.acknowledgement = 1500});
  auto bytes = tcp_bytes({.sequence = 1000, .payload = 500});
  bytes[6] = 0x20;
  EXPECT_TRUE(rig.stage().on_arrival(rig.packet(bytes)));
  EXPECT_TRUE(rig.stage().on_arrival(rig.packet(udp_bytes({.payload = 10}))));
  EXPECT_TRUE(rig.stage().on_other_delivery(rig.packet(udp_bytes({.downlink = false}))));
}

TEST(PacketControlTest, StandsInTheUplinkAsWell) {
  StageRig rig(PacketControl{.threshold = 6}, kUp);
  const auto down_ack = [&](std::uint32_t number) {
    return static_cast<bool>(
        rig.stage().on_other_delivery(rig.packet(tcp_bytes({.acknowledgement = number}))));
  };
  EXPECT_TRUE(down_ack(1500));
  EXPECT_FALSE(down_ack(1400));
  EXPECT_FALSE(rig.stage().on_arrival(
      rig.packet(tcp_bytes({.downlink = false, .sequence = 1000, .payload = 500}))));
  EXPECT_EQ(rig.drops.at(0).direction, kDown);
  EXPECT_EQ(rig.drops.at(1).direction, kUp);
}

// 256 connections are stored; the 257th replaces the least recently used one.
TEST(PacketControlTest, TheNumberOfConnectionsIsBounded) {
  StageRig rig(PacketControl{.threshold = 6});
  const auto old_ack_dropped = [&](std::uint16_t port) {
    return !rig.ack({.fixed_port = port, .acknowledgement = 4999});
  };
  for (std::uint16_t port = 1; port <= PacketControlStage::kFlows; ++port) {
    rig.ack({.fixed_port = port, .acknowledgement = 5000});
  }
  EXPECT_TRUE(old_ack_dropped(1));  // now the most recently used
  rig.ack({.fixed_port = 1000, .acknowledgement = 5000});
  EXPECT_TRUE(old_ack_dropped(1));
  EXPECT_TRUE(old_ack_dropped(1000));
  EXPECT_FALSE(old_ack_dropped(2));
}

}  // namespace
}  // namespace seawind
