// SPDX-License-Identifier: GPL-3.0-or-later
// FQ-CoDel against RFC 8290: the two lists and the deficits by hand, fairness in bytes, precedence
// of sparse flows, drops at an overflow, and the data structures that bound the work per packet.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "emulator/router/codel.h"
#include "tests/emulator/router/rig.h"

namespace seawind::test {
namespace {

FqCodelConfig open_config() {
  FqCodelConfig config;
  config.limit.packets = 1'000'000;
  config.aqm.target = Duration::seconds(1000);  // disables CoDel
  config.aqm.interval = Duration::seconds(10'000);
  return config;
}

// Section 4.2 by hand, quantum 1500. Flow A holds 1-5 (1000 B), B 6-8 (1500 B), C 9 (100 B). All
// are new, with 1500 B each.
//   A: 1 (500 left), 2 (-500): then + 1500 = 1000 and to the old list
//   B: 6 (0): + 1500 and to the old list.  C: 9 (1400)
//   C again: empty; A and B are old: C to the old list
//   old: A: 3 (0), + 1500, to the tail.  B: 7 (0), + 1500, tail.  C: empty: off the lists.
//   A: 4 (500), 5 (-500), + 1500, tail.  B: 8 (0), + 1500, tail.  A, B: empty: off.
TEST(FqCodel, DeficitRoundRobinByHand) {
  RouterRig rig(open_config());
  for (int i = 0; i < 5; ++i) rig.put({.size = 1000, .flow = 1});
  for (int i = 0; i < 3; ++i) rig.put({.size = 1500, .flow = 2});
  rig.put({.size = 100, .flow = 3});
  EXPECT_EQ(rig.drain(), "out:1 out:2 out:6 out:9 out:3 out:7 out:4 out:5 out:8");
}

// A flow that becomes active again while it is on the old list is not new again.
TEST(FqCodel, AFlowThatEmptiedMustPassTheOldListBeforeItIsNewAgain) {
  RouterRig rig(open_config());
  for (int i = 0; i < 4; ++i) rig.put({.size = 1500, .flow = 1});  // 1-4
  EXPECT_EQ(rig.get(), 1u);           // flow 1 goes to the old list next
  rig.put({.size = 100, .flow = 2});  // 5: new
  EXPECT_EQ(rig.get(), 5u);
  EXPECT_EQ(rig.get(), 2u);           // flow 2 is empty: to the old list's tail
  rig.put({.size = 100, .flow = 2});  // 6: on the old list, behind flow 1
  rig.put({.size = 100, .flow = 3});  // 7: new
  EXPECT_EQ(rig.get(), 7u);
  EXPECT_EQ(rig.get(), 6u);  // flow 1 has used up its quantum
  EXPECT_EQ(rig.get(), 3u);
}

// Linux calls dequeue until there is no packet, which takes all flows off the lists.
TEST(FqCodel, WhenAllPacketsHaveLeftEveryFlowIsNewAgain) {
  RouterRig rig(open_config());
  rig.put({.size = 600, .flow = 1});
  EXPECT_EQ(rig.get(), 1u);
  rig.put({.size = 1500, .flow = 2});
  rig.put({.size = 1500, .flow = 2});
  rig.put({.size = 600, .flow = 1});
  EXPECT_EQ(rig.drain(), "out:2 out:4 out:3");
}

// Ten backlogged flows of different packet sizes get equal bytes, to within a quantum and a packet.
TEST(FqCodel, BackloggedFlowsShareBytesEqually) {
  RouterRig rig(open_config());
  rig.keep_events = false;
  std::map<std::uint64_t, std::size_t> flow_of;
  for (std::size_t flow = 0; flow < 10; ++flow) {
    const std::size_t size = 100 + 140 * flow;
    for (std::size_t sent = 0; sent < 200'000; sent += size) {
      flow_of[rig.put({.size = size, .flow = static_cast<std::uint16_t>(flow * 7 + 1)})] = flow;
    }
  }
  std::vector<std::int64_t> bytes(10);
  for (int i = 0; i < 1500; ++i) {
    const Packet packet = rig.take();
    bytes[flow_of[packet.id()]] += packet.size();
    const auto [low, high] = std::minmax_element(bytes.begin(), bytes.end());
    ASSERT_LE(*high - *low, 2 * (1500 + 1360)) << i;
  }
  EXPECT_GT(bytes[0], 50'000);
}

// Section 1.3: a flow below its share finds its queue empty and is served before bulk traffic.
TEST(FqCodel, SparseFlowsWaitForOnePacketPerOtherNewFlowOnly) {
  FqCodelConfig config;
  config.limit.bytes = 2'000'000;
  RouterRig rig(config, link_of(10'000'000, 10, 1));
  rig.keep_events = false;
  std::map<std::uint64_t, std::int64_t> sparse;
  double longest = 0;
  int seen = 0;
  std::int64_t next_sparse = 10'000'000;
  std::int64_t now = 0;
  while (now < 5'000'000'000) {
    for (std::uint16_t bulk = 1; bulk <= 4; ++bulk) rig.put({.size = 1500, .flow = bulk});
    for (; next_sparse <= now; next_sparse += 20'000'000) {
      sparse[rig.put({.size = 200, .flow = 999})] = now;
    }
    const Packet packet = rig.take();
    ASSERT_TRUE(packet);
    if (const auto found = sparse.find(packet.id()); found != sparse.end()) {
      longest = std::max(longest, static_cast<double>(now - found->second) / 1e6);
      ++seen;
    }
    now += packet.size() * 800;  // 10 Mbit/s
    rig.now = Time::from_ns(now);
  }
  EXPECT_EQ(seen, 250);
  EXPECT_LE(longest, 2 * 1.2);                    // ms: at most two bulk packets
  EXPECT_GT(rig.drops[DropReason::kEarly], 20u);  // CoDel acts on the bulk flow
}

// Section 4.1: drops from the head of the largest flow in bytes, at most half of it or a batch.
TEST(FqCodel, OverflowDropsABatchFromTheHeadOfTheLargestFlow) {
  FqCodelConfig config = open_config();
  config.limit = {.packets = 20};
  config.drop_batch = 4;
  RouterRig rig(config);
  for (int i = 0; i < 10; ++i) rig.put({.size = 400, .flow = 1});  // 1-10: 4000 B
  for (int i = 0; i < 5; ++i) rig.put({.size = 1000, .flow = 2});  // 11-15: 5000 B, the largest
  for (int i = 0; i < 5; ++i) rig.put({.size = 28, .flow = 3});    // 16-20
  rig.events();
  rig.put({.size = 28, .flow = 4});  // 21: half of 5000 B is reached after three drops
  EXPECT_EQ(rig.events(), "in:21 drop:11(router_full) drop:12(router_full) drop:13(router_full)");
  for (int i = 0; i < 3; ++i) rig.put({.size = 28, .flow = 4});  // 18 + 3 = 21: now flow 1
  rig.events();
  rig.put({.size = 28, .flow = 5});
  EXPECT_EQ(rig.drops[DropReason::kRouterFull], 7u);
}

TEST(FqCodel, ByteLimitHoldsAfterEveryArrivalAndOversizeIsRefused) {
  FqCodelConfig config = open_config();
  config.limit = {.bytes = 3000};
  config.drop_batch = 1;
  RouterRig rig(config);
  for (int i = 0; i < 10; ++i) rig.put({.size = 300, .flow = static_cast<std::uint16_t>(i)});
  rig.put({.size = 1500, .flow = 77});
  EXPECT_LE(rig.router->bytes(), 3000);
  rig.events();
  rig.put({.size = 3001, .flow = 78});
  EXPECT_EQ(rig.events(), "drop:12(router_full)");
}

TEST(FqCodel, EveryFlowHasItsOwnCodel) {
  FqCodelConfig config;
  config.limit.packets = 100'000;
  RouterRig rig(config);
  for (int i = 0; i < 2000; ++i) rig.put({.size = 1000, .flow = 1});
  for (int ms = 1; ms < 400; ++ms) {
    rig.now = at_ms(ms);
    rig.put({.size = 1000, .flow = 2});
    rig.get();
    rig.get();
  }
  for (const std::uint64_t id : rig.lost) EXPECT_LE(id, 2000u) << "flow 2 never waits for 5 ms";
  EXPECT_GE(rig.lost.size(), 5u);
}

TEST(IndexedHeap, AgreesWithASearch) {
  RandomStream random(2, "indexed_heap");
  for (const std::uint32_t capacity : {1, 2, 3, 17, 64}) {
    IndexedHeap<std::int64_t> heap(capacity);
    std::map<std::uint32_t, std::pair<std::int64_t, int>> model;  // key, and when it was set
    for (int i = 0; i < 5000; ++i) {
      const auto number = static_cast<std::uint32_t>(random.next() % capacity);
      if (random.next() % 3 == 0) {
        heap.erase(number);
        model.erase(number);
      } else {
        model[number] = {static_cast<std::int64_t>(random.next() % 50), i};
        heap.set(number, model[number].first);
      }
      ASSERT_EQ(heap.contains(number), model.contains(number));
      ASSERT_EQ(heap.empty(), model.empty());
      if (model.empty()) continue;
      const auto least = std::min_element(model.begin(), model.end(),
                                          [](auto& a, auto& b) { return a.second < b.second; });
      ASSERT_EQ(heap.top(), least->first);
      ASSERT_EQ(heap.top_key(), least->second.first);
    }
  }
}

}  // namespace
}  // namespace seawind::test
