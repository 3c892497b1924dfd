// SPDX-License-Identifier: GPL-3.0-or-later
// The number of relay threads, and the thread of each link.
#include "emulator/daemon/placement.h"

#include <gmock/gmock.h>

#include <optional>

#include "common/error.h"
#include "emulator/daemon/numa.h"
#include "emulator/daemon/relay_threads.h"
#include "tests/support/temp_tree.h"

namespace seawind {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(PlanThreads, LeavesHalfOfTheProcessorsToTheHosts) {
  const auto automatic = [](std::size_t usable) { return plan_threads({}, {}, usable).size(); };
  EXPECT_EQ(automatic(1), 1U);
  EXPECT_EQ(automatic(2), 1U);
  EXPECT_EQ(automatic(3), 1U);
  EXPECT_EQ(automatic(4), 2U);
  EXPECT_EQ(automatic(7), 3U);
  EXPECT_EQ(automatic(16), 8U);
  EXPECT_EQ(automatic(128), 8U);
}

TEST(PlanThreads, ANumberIsTakenUpToTheProcessors) {
  EXPECT_THAT(plan_threads(2, {}, 2), ElementsAre(std::nullopt, std::nullopt));
  try {
    plan_threads(3, {}, 2);
    ADD_FAILURE() << "3 threads on 2 processors";
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr("cannot run 3 relay threads: the daemon may use 2 "
                                        "processors and each thread needs its own"));
  }
}

TEST(PlanThreads, AListOfProcessorsGivesTheNumber) {
  EXPECT_THAT(plan_threads({}, {3, 1, 2}, 2), ElementsAre(3, 1, 2));
}

TEST(Placement, TakesTheThreadWithTheSmallestRateThenTheFewestLinks) {
  Placement placement({{}, {}, {}});
  const Placement::Place fast(placement, 100);
  EXPECT_EQ(fast.thread(), 0U);
  const Placement::Place slow(placement, 40);
  EXPECT_EQ(slow.thread(), 1U);
  const Placement::Place drawn(placement, 0);
  EXPECT_EQ(drawn.thread(), 2U);
  const Placement::Place next(placement, 40);
  EXPECT_EQ(next.thread(), 2U);
  // 100 | 40 | 40 with two links
  const Placement::Place fewest(placement, 70);
  EXPECT_EQ(fewest.thread(), 1U);
  // 100 | 110 | 40
  EXPECT_EQ(Placement::Place(placement, 1).thread(), 2U);
}

TEST(Placement, AChangeAndAnEndCountAndMoveNoLink) {
  Placement placement({{}, {}});
  std::optional<Placement::Place> first;
  first.emplace(placement, 10);
  Placement::Place second(placement, 20);
  EXPECT_EQ(second.thread(), 1U);
  first->set_rate(30);
  EXPECT_EQ(first->thread(), 0U);
  EXPECT_EQ(Placement::Place(placement, 5).thread(), 1U);  // and it ends
  second.set_rate(31);
  EXPECT_EQ(Placement::Place(placement, 5).thread(), 0U);
  first.reset();
  second.set_rate(0);
  EXPECT_EQ(Placement::Place(placement, 5).thread(), 0U) << "no link there";
}

TEST(Placement, PrefersTheNodeOfTheInterface) {
  Placement placement({0, 1, {}, 1});
  const Placement::Place first(placement, 50, 1);
  EXPECT_EQ(first.thread(), 1U);
  const Placement::Place second(placement, 50, 1);
  EXPECT_EQ(second.thread(), 3U);
  const Placement::Place third(placement, 50, 1);
  EXPECT_EQ(third.thread(), 1U) << "although others have no link";
  EXPECT_EQ(Placement::Place(placement, 50, 2).thread(), 0U) << "no thread there: any";
  EXPECT_EQ(Placement::Place(placement, 50).thread(), 0U);
}

TEST(Numa, ReadsTheNodesFromSysfs) {
  const test::TempTree sysfs;
  sysfs.write("devices/system/cpu/cpu3/node12/x", "");
  sysfs.write("devices/system/cpu/cpu4/nodes", "");
  sysfs.write("class/net/eth0/device/numa_node", "1\n");
  sysfs.write("class/net/eth1/device/numa_node", "-1\n");
  sysfs.write("class/net/veth0/mtu", "1500\n");
  EXPECT_EQ(numa_node_of_cpu(3, sysfs.root()), 12);
  EXPECT_EQ(numa_node_of_cpu(4, sysfs.root()), std::nullopt);
  EXPECT_EQ(numa_node_of_cpu(5, sysfs.root()), std::nullopt);
  EXPECT_EQ(numa_node_of_interface("eth0", sysfs.root()), 1);
  EXPECT_EQ(numa_node_of_interface("eth1", sysfs.root()), std::nullopt);
  EXPECT_EQ(numa_node_of_interface("veth0", sysfs.root()), std::nullopt);
}

DirectionConfig with_rates(const std::vector<double>& rates) {
  DirectionConfig direction;
  for (const double rate : rates) direction.states.push_back({.rate = rate});
  return direction;
}

TEST(NominalRate, IsTheLargestOfTheStatesWithAllChannels) {
  DirectionConfig direction = with_rates({8'000, 64'000});
  EXPECT_EQ(largest_rate(direction), 64'000);
  direction.states[0].user_max_rate = 10;
  EXPECT_EQ(largest_rate(direction), 80'000);
  direction.states = {{.rate = UniformValue{1'000, 2'000}}};
  EXPECT_EQ(largest_rate(direction), 1'500) << "the mean";
}

TEST(NominalRate, OfAScheduleAndOfATrace) {
  DirectionConfig direction = with_rates({1});
  direction.rate_source = std::make_shared<const RateSchedule>(
      RateSchedule{.steps = {{Duration(), 300}, {Duration::seconds(1), 700}}, .period = {}});
  EXPECT_EQ(largest_rate(direction), 700);
  direction.rate_source = std::make_shared<const DeliveryTrace>(
      DeliveryTrace{.at_ms = {0, 10, 20, 40}, .opportunity_bytes = 1'000});
  EXPECT_EQ(largest_rate(direction), 800'000);  // 4 x 8000 bits in 40 ms
}

TEST(NominalRate, OfAHopIsBothDirectionsInTheLargestConfiguration) {
  HopConfig hop{.channel = {}, .downlink = with_rates({200}), .uplink = with_rates({100})};
  EXPECT_EQ(load_of(hop), 300);
  HopConfig later{.channel = {}, .downlink = with_rates({50}), .uplink = with_rates({450})};
  hop.changes = {{Time(), std::make_shared<const HopConfig>(later)}};
  EXPECT_EQ(load_of(hop), 500);
  EXPECT_EQ(largest_rate(hop, Direction::kDownlink), 200);
  EXPECT_EQ(largest_rate(hop, Direction::kUplink), 450);
}

}  // namespace
}  // namespace seawind
