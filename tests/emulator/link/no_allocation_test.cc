// SPDX-License-Identifier: GPL-3.0-or-later
// A packet causes no allocation once rings, pool and scheduler have grown. A change neither builds
// nor destroys objects at its instant. The test counts every operator new and delete of the process
// and is therefore an executable of its own.
#include <gtest/gtest.h>

#include "emulator/link/hop_change.h"
#include "tests/support/count_allocations.h"
#include "tests/support/test_hop.h"

namespace seawind::test {
namespace {

constexpr std::uint32_t kManyQueues = 65'536;
/// Allowance for the packets inside and the few parts created at the instant of the change.
constexpr std::size_t kFew = 1'000;

HopConfig with_queues(std::uint32_t count) {
  HopConfig config;
  config.downlink = config.uplink = plain_direction(64'000, Duration::milliseconds(300));
  config.downlink.send_buffer = {.packets = 1};
  config.downlink.input.limit.packets = 1;
  config.downlink.router = std::make_shared<const RouterConfig>(
      RouterConfig{DrrConfig{.classes = {}, .flows = {.count = count}}});
  return config;
}

/// Queues packets of 100 flows in the router.
void fill(TestHop& rig) {
  for (std::uint16_t flow = 0; flow < 100; ++flow) {
    rig.send(kDown, {.fixed_port = flow, .payload = 100});
  }
}

TEST(Change, ChangeToManyQueuesAndBackDoesNotAllocateWhenApplied) {
  TestHop rig(with_queues(8));
  rig.recorder.keep = false;
  fill(rig);
  for (const std::uint32_t count : {kManyQueues, 8u}) {
    allocations = deallocations = 0;
    auto change = rig.hop.prepare(with_queues(count));
    const std::size_t prepared = allocations;
    allocations = deallocations = 0;
    rig.hop.reconfigure(*change);
    EXPECT_LT(allocations, kFew);
    EXPECT_LT(deallocations, kFew);
    EXPECT_GT(rig.hop.occupancy(kDown).router_packets, 90u);
    change.reset();
    EXPECT_GT(std::max(prepared, deallocations), kManyQueues);  // the allocations are made here
  }
}

TEST(Change, OfTheLinkByItselfBuildsAndDestroysNothingAtItsInstant) {
  HopConfig config = with_queues(8);
  config.changes = {{at_ms(10), std::make_shared<const HopConfig>(with_queues(kManyQueues))},
                    {at_ms(20), std::make_shared<const HopConfig>(with_queues(8))}};
  TestHop rig(config);
  rig.recorder.keep = false;
  fill(rig);
  allocations = deallocations = 0;
  rig.run_until(at_ms(30));
  EXPECT_EQ(rig.recorder.count(kDown, EventKind::kParameterChange).packets, 2u);
  EXPECT_LT(allocations, kFew);
  EXPECT_LT(deallocations, kFew);
}

TEST(SteadyState, APacketCostsNoAllocation) {
  HopConfig config;
  config.channel = two_state_channel();
  config.downlink = config.uplink = arq_direction(4);
  TestHop rig(config);
  rig.recorder.keep = false;
  rig.keep_deliveries = false;
  const std::vector<std::uint8_t> bytes = ipv4_udp(576);
  const auto run_minutes = [&](int minutes) {
    for (int i = 0; i < minutes * 60 * 40; ++i) {  // overload: 40 packets/s at 64 kbit/s
      rig.run_until(rig.scheduler.now() + Duration::milliseconds(25));
      rig.send(i % 2 == 0 ? kDown : kUp, bytes);
    }
  };
  run_minutes(60);
  const std::size_t before = allocations;
  EXPECT_GT(before, 0u);  // the counter works
  run_minutes(60);
  EXPECT_EQ(allocations, before);
  EXPECT_GT(rig.recorder.count(kDown, EventKind::kRetransmit).packets, 100u);
}

// The functions of the base station do not allocate either: 300 connections, more than are
// remembered, each with data, duplicate acknowledgements, retransmissions of acknowledged data and
// occasional resets.
TEST(SteadyState, TheFunctionsOfTheBaseStationAllocateNothing) {
  HopConfig config;
  config.downlink = gprs_direction();
  config.uplink = plain_direction(1'000'000, Duration::milliseconds(300));
  config.downlink.router = tail_drop_router({.packets = 100});
  config.downlink.stages = {PacketControl{.threshold = 12}, FastReset{}, LifetimeDiscard{true},
                            DropFromHead{{.packets = 5}}};
  TestHop rig(config);
  rig.recorder.keep = false;
  rig.keep_deliveries = false;
  std::vector<std::vector<std::uint8_t>> bytes;
  for (std::uint16_t port = 1; port <= 300; ++port) {
    for (int repeated = 0; repeated < 3; ++repeated) {
      bytes.push_back(tcp_bytes({.fixed_port = port,
                                 .sequence = 1000,
                                 .payload = 300,
                                 .ip_options = {158, 8, 0x20, 3, 0, 0, 4, 0}}));
      bytes.push_back(tcp_bytes({.downlink = false, .fixed_port = port, .acknowledgement = 1300}));
    }
    const std::uint8_t flags = port % 50 == 0 ? kRst : kAck;
    bytes.push_back(tcp_bytes(
        {.downlink = false, .fixed_port = port, .acknowledgement = 1300, .flags = flags}));
    bytes.push_back(tcp_bytes({.fixed_port = port, .sequence = 1300, .payload = 100}));
    // Two more copies of acknowledged data: the second copy is answered.
    const auto earlier = static_cast<std::uint16_t>(port > 60 ? port - 60 : port);
    for (int copy = 0; copy < 2; ++copy) {
      bytes.push_back(tcp_bytes({.fixed_port = earlier, .sequence = 1000, .payload = 300}));
    }
  }
  const auto run = [&](int rounds) {
    for (int round = 0; round < rounds; ++round) {
      for (const auto& packet : bytes) {
        rig.run_until(rig.scheduler.now() + Duration::milliseconds(10));  // twice the link's
                                                                          // capacity
        rig.send(packet[15] == 1 ? kDown : kUp, packet);
      }
    }
  };
  run(10);
  const std::size_t before = allocations;
  run(10);
  EXPECT_EQ(allocations, before);
  for (const auto& [direction, reason] :
       {std::pair(kDown, DropReason::kDataFilter), std::pair(kDown, DropReason::kFastReset),
        std::pair(kDown, DropReason::kHeadDrop), std::pair(kUp, DropReason::kAckFilter)}) {
    EXPECT_GT(rig.recorder.drops(direction, reason).packets, 10u) << to_string(reason);
  }
  EXPECT_GT(rig.recorder.count(kDown, EventKind::kModified).packets, 10u);
  EXPECT_GT(rig.recorder.count(kUp, EventKind::kGenerated).packets, 10u);
}

}  // namespace
}  // namespace seawind::test
