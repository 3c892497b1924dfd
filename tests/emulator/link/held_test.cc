// SPDX-License-Identifier: GPL-3.0-or-later
// max_held_size: the limit on all parts of a direction together.
#include <gtest/gtest.h>

#include <random>

#include "tests/support/test_hop.h"

namespace seawind::test {
namespace {

constexpr std::uint32_t kSize = 1'000;
constexpr std::int64_t kOne = kSize + kHeldOverhead;

/// 8 ms per packet, 100 ms of propagation; room for three packets.
HopConfig three_packets() {
  HopConfig config;
  config.downlink = config.uplink = plain_direction(1'000'000, Duration::milliseconds(100));
  config.downlink.max_held_size = 3 * kOne;
  return config;
}

TEST(Held, TheLastPacketThatFitsIsTakenAndTheNextOneDropped) {
  TestHop rig(three_packets());
  for (int i = 0; i < 4; ++i) rig.send(kDown, kSize);
  EXPECT_EQ(rig.recorder.drops(kDown, DropReason::kHeldFull).packets, 1u);
  EXPECT_EQ(rig.recorder.drops(kDown, DropReason::kHeldFull).bytes, kSize);
  EXPECT_EQ(rig.hop.occupancy(kDown).held_packets, 3u);
  rig.run_until(Time() + Duration::milliseconds(108) - Duration::nanoseconds(1));
  rig.send(kDown, kSize);  // the first packet is still propagating
  EXPECT_EQ(rig.recorder.drops(kDown, DropReason::kHeldFull).packets, 2u);
  rig.run_until(Time() + Duration::milliseconds(108));
  rig.send(kDown, kSize);
  EXPECT_EQ(rig.recorder.drops(kDown, DropReason::kHeldFull).packets, 2u);
  rig.send(kUp, kSize);  // the limit applies to each direction
  expect_identity(rig);
}

TEST(Held, QueuesWithoutALimitShareABound) {
  HopConfig config = three_packets();
  config.downlink.router = tail_drop_router({.bytes = 1'000'000'000});
  config.downlink.send_buffer = {.packets = 1};
  config.downlink.input.adapter_slots = 1;
  TestHop rig(config);
  for (int i = 0; i < 1'000; ++i) {
    rig.send(kDown, kSize);
    rig.run_until(rig.scheduler.now() + Duration::milliseconds(1));
    const DirectionOccupancy inside = rig.hop.occupancy(kDown);
    ASSERT_LE(inside.held_bytes + inside.held_packets * kHeldOverhead, 3 * kOne);
  }
  rig.drain();
  EXPECT_GT(rig.recorder.drops(kDown, DropReason::kHeldFull).packets, 900u);
  EXPECT_EQ(rig.recorder.drops(kDown, DropReason::kRouterFull).packets, 0u);
  expect_identity(rig);
}

// Compared with a sum over all parts at every arrival, with random sizes and gaps: a packet is
// dropped if and only if it does not fit.
TEST(Held, EveryDecisionIsThatOfTheSum) {
  HopConfig config = three_packets();
  config.downlink.router = tail_drop_router({.packets = 12});
  config.downlink.send_buffer = {.packets = 4};
  TestHop rig(config);
  std::minstd_rand random(7);
  std::uint64_t dropped = 0;
  for (int i = 0; i < 20'000; ++i) {
    if (i == 10'000) {
      config.downlink.max_held_size = 9 * kOne;
      rig.hop.reconfigure(config);
    }
    const auto size = static_cast<std::uint32_t>(100 + random() % 1'400);
    const DirectionOccupancy inside = rig.hop.occupancy(kDown);
    const auto sum = static_cast<std::int64_t>(inside.held_bytes + size +
                                               (inside.held_packets + 1) * kHeldOverhead);
    if (sum > config.downlink.max_held_size) ++dropped;
    rig.send(kDown, size);
    ASSERT_EQ(rig.recorder.drops(kDown, DropReason::kHeldFull).packets, dropped) << i;
    rig.run_until(rig.scheduler.now() +
                  Duration::microseconds(static_cast<std::int64_t>(random() % 60'000)));
  }
  EXPECT_GT(dropped, 1'000u);
  EXPECT_LT(dropped, 19'000u);
  rig.drain();
  expect_identity(rig);
}

TEST(Held, AChangeToASmallerLimitDropsNothingThatIsInside) {
  HopConfig config = three_packets();
  TestHop rig(config);
  for (int i = 0; i < 3; ++i) rig.send(kDown, kSize);
  config.downlink.max_held_size = kOne;
  rig.hop.reconfigure(config);
  rig.send(kDown, kSize);
  EXPECT_EQ(rig.recorder.drops(kDown, DropReason::kHeldFull).packets, 1u);
  rig.drain();
  EXPECT_EQ(rig.delivered[0].size(), 3u);
  expect_identity(rig);
}

// Background packets that leave the link: 100 per second, each with a propagation delay of an hour.
TEST(Held, BackgroundPacketsOnTheirWayCount) {
  HopConfig config = three_packets();
  config.downlink.states[0].propagation_delay = FixedValue{3600e9};
  config.downlink.background = {.users = 1,
                                .average_rate = 800'000,
                                .priority = BackgroundLoad::Priority::kHigh,
                                .output = BackgroundLoad::Output::kWrite,
                                .packet_size = kSize};
  TestHop rig(config);
  rig.send(kDown, 100);  // provides the link header
  rig.run_until(Time() + Duration::seconds(100));
  EXPECT_LT(rig.scheduler.pending(), 20u);
  EXPECT_GT(rig.recorder.drops(kDown, DropReason::kHeldFull).packets, 9'000u);
  expect_identity(rig);
}

}  // namespace
}  // namespace seawind::test
