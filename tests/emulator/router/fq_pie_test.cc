// SPDX-License-Identifier: GPL-3.0-or-later
// FQ-PIE: fq_codel_test.cc tests the scheduler. Here: every flow has its own PIE, on one time grid,
// and a single flow is treated as in a PIE queue.
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "emulator/router/pie.h"
#include "tests/emulator/router/rig.h"

namespace seawind::test {
namespace {

FqPieConfig config_of() {
  FqPieConfig config;
  config.limit.packets = 100'000;
  config.aqm.ecn = false;
  return config;
}

// 8 Mbit/s: flow 1 floods with twice its half, flow 2 sends a quarter of the link.
TEST(FqPie, OnlyTheFlowThatFloodsIsDropped) {
  RouterRig rig(config_of());
  std::set<std::uint64_t> flow_two;
  for (int ms = 1; ms < 5000; ++ms) {
    rig.now = at_ms(ms);
    for (int i = 0; i < (ms % 3 == 0 ? 2 : 1); ++i) rig.put({.size = 1000, .flow = 1});
    if (ms % 4 == 0) flow_two.insert(rig.put({.size = 1000, .flow = 2}));
    rig.get();
  }
  for (const std::uint64_t id : rig.lost) EXPECT_FALSE(flow_two.contains(id));
  EXPECT_EQ(rig.drops[DropReason::kEarly], rig.lost.size());
  EXPECT_GT(rig.lost.size(), 500u);
}

// With one flow, the same draws and the same AQM give the same packets as PIE. (The hash key takes
// the first number of the stream, so PIE gets one more arrival.)
TEST(FqPie, OneFlowIsPie) {
  const FqPieConfig fq = config_of();
  PieConfig pie = fq.aqm;
  pie.limit = fq.limit;
  RouterRig flows(fq);
  RouterRig queue(pie);
  queue.put({.size = 28});
  queue.get();
  std::vector<std::uint64_t> from_flows;
  std::vector<std::uint64_t> from_queue;
  RandomStream random(3, "load");
  std::int64_t now = 20'000'000;
  for (int i = 0; i < 20'000; ++i) {
    now += static_cast<std::int64_t>(-std::log(1 - random.uniform()) * 700'000);
    flows.now = queue.now = Time::from_ns(now);
    const std::size_t size = 28 + random.next() % 1473;
    flows.put({.size = size});
    queue.put({.size = size});
    if (random.next() % 100 < 80) {
      from_flows.push_back(flows.get());
      from_queue.push_back(queue.get());
    }
  }
  EXPECT_GT(flows.dropped_packets, 500u);
  EXPECT_EQ(flows.dropped_packets, queue.dropped_packets);
  for (std::uint64_t& id : from_queue) id -= id > 0 ? 1 : 0;
  EXPECT_EQ(from_flows, from_queue);
}

}  // namespace
}  // namespace seawind::test
