// SPDX-License-Identifier: GPL-3.0-or-later
// FIFOs, strict priority and live changes, worked by hand.
#include "tests/emulator/router/rig.h"

namespace seawind::test {
namespace {

TEST(HeadDrop, TheOldestMakeRoomForTheNewest) {
  RouterRig rig(HeadDropConfig{{.bytes = 1000}});
  rig.put({.size = 400});
  rig.put({.size = 500});
  rig.put({.size = 600});   // needs 500 more: both are dropped
  rig.put({.size = 1001});  // can never fit: displaces no other
  rig.put({.size = 400});
  EXPECT_EQ(rig.events(),
            "in:1 in:2 drop:1(head_drop) drop:2(head_drop) in:3 drop:4(router_full) in:5");
  rig.get();
  rig.get();
  EXPECT_EQ(rig.events(), "out:3 out:5");
}

TEST(Limit, FollowsTheLinkWhenLeftOut) {
  const auto bytes = [](std::int64_t rate, std::int64_t delay_ms) {
    return *RouterRig(TailDropConfig{}, link_of(rate, delay_ms)).router->limit().bytes;
  };
  EXPECT_EQ(bytes(64'000, 300), 11'520);        // 11 200 would be less than 20 packets
  EXPECT_EQ(bytes(50'000'000, 10), 1'500'000);  // 2 x 6.25 MB/s x 120 ms
}

TEST(Priority, TheFirstClassGoesFirstAndTheRestWaits) {
  RouterRig rig(PriorityConfig{{port_class("a", 1), port_class("b", 2), port_class("c", 3)}});
  for (const std::uint16_t port : std::vector<std::uint16_t>{3, 2, 1, 2, 3, 1}) {
    rig.put({.size = 100u + port, .port = port});
  }
  EXPECT_EQ(rig.events(), "in:1(3) in:2(2) in:3(1) in:4(2) in:5(3) in:6(1)");
  for (int i = 0; i < 4; ++i) rig.get();
  rig.put({.size = 100, .port = 1});
  for (int i = 0; i < 4; ++i) rig.get();
  EXPECT_EQ(rig.events(), "out:3 out:6 out:2 out:4 in:7(1) out:7 out:1 out:5");
  rig.put({.size = 100, .port = 9});
  EXPECT_EQ(rig.events(), "drop:8(classified)");
}

// RFC 3246: a packet of the EF class waits for its own class, and for at most one other packet: the
// one that the link is taking.
TEST(Priority, AnEfPacketWaitsForOnePacketOfOthersAtMost) {
  ClassConfig ef;
  ef.name = "ef";
  ef.match = {FilterConfig{.dscp = {46}}};
  ClassConfig rest;
  rest.name = "rest";
  RouterRig rig(PriorityConfig{{ef, rest}});
  rig.keep_events = false;
  RandomStream random(3, "ef");
  std::map<std::uint64_t, std::int64_t> waits;  // EF packet -> bytes served while it waited
  std::int64_t ef_inside = 0;
  int served = 0;
  std::map<std::uint64_t, std::int64_t> allowed;
  for (int step = 0; step < 20'000; ++step) {
    if (random.next() % 8 == 0) {
      const std::uint64_t id = rig.put({.size = 76, .dscp = 46});
      ef_inside += 76;
      allowed[id] =
          ef_inside;  // only EF packets ahead of it: the other packet is the one in service
      waits[id] = 0;
    }
    if (random.next() % 2 == 0) rig.put({.size = 40 + random.next() % 1400});
    const Packet packet = rig.take();
    if (!packet) continue;
    if (packet.ip().dscp == 46) ef_inside -= 76;
    for (auto& [waiting, bytes] : waits) bytes += packet.size();
    if (waits.contains(packet.id())) {
      ASSERT_LE(waits[packet.id()], allowed[packet.id()]);
      waits.erase(packet.id());
      ++served;
    }
  }
  EXPECT_GT(served, 2'000);
}

TEST(Change, TheSameStructureTakesOverParametersAndKeepsWhatWaits) {
  const auto tree = [](std::int64_t limit) {
    return PriorityConfig{{port_class("a", 1, TailDropConfig{{.bytes = limit}}),
                           port_class("b", 2, TailDropConfig{{.bytes = limit}})}};
  };
  RouterRig rig(tree(1000));
  rig.put({.size = 600, .port = 2});
  rig.put({.size = 600, .port = 1});
  rig.events();
  rig.change(tree(500));
  EXPECT_EQ(rig.events(), "");  // a reduced limit drops nothing
  rig.put({.size = 28, .port = 1});
  rig.get();
  rig.put({.size = 500, .port = 1});
  EXPECT_EQ(rig.events(), "drop:3(router_full) out:2 in:4(1)");
  EXPECT_EQ(*rig.router->classes()[1].limit.bytes, 500);
}

TEST(Change, AnotherStructureGetsThePacketsInTheOrderTheyArrived) {
  RouterRig rig(PriorityConfig{{port_class("a", 1), port_class("b", 2)}});
  for (const std::uint16_t port : std::vector<std::uint16_t>{2, 1, 2, 1, 7})
    rig.put({.size = 300, .port = port});
  rig.events();
  rig.change(TailDropConfig{{.bytes = 900}});
  EXPECT_EQ(rig.events(), "in:1 in:2 in:3 drop:4(shrink)");
  rig.change(PriorityConfig{{port_class("b", 2)}});
  EXPECT_EQ(rig.events(), "in:1(1) drop:2(classified) in:3(1)");
  rig.get();
  rig.get();
  EXPECT_EQ(rig.events(), "out:1 out:3");
}

TEST(Change, WhatDoesNotFitIntoAHeadDropQueueIsDroppedBecauseItShrank) {
  RouterRig rig(TailDropConfig{{.bytes = 900}});
  for (int i = 0; i < 3; ++i) rig.put({.size = 300});
  rig.events();
  rig.change(HeadDropConfig{{.bytes = 600}});
  EXPECT_EQ(rig.events(), "in:1 in:2 drop:1(shrink) in:3");
}

TEST(Change, CountersOfAClassLiveOnUnderItsName) {
  RouterRig rig(PriorityConfig{{port_class("a", 1), port_class("b", 2)}});
  rig.put({.size = 300, .port = 2});
  rig.now = at_ms(10);
  rig.get();
  rig.change(DrrConfig{.classes = {port_class("b", 2)}});
  const ClassStatistics& b = rig.router->classes()[1];
  EXPECT_EQ(b.name, "b");
  EXPECT_EQ(b.dequeued.bytes, 300);
  EXPECT_EQ(b.sojourn_max, Duration::milliseconds(10));
  EXPECT_DOUBLE_EQ(b.average_bytes(Time::from_ns(20'000'000)), 150);
}

TEST(Remove, RemovesFromEveryClassWithAReason) {
  RouterRig rig(PriorityConfig{{port_class("a", 1), port_class("b", 2)}});
  for (const std::uint16_t port : std::vector<std::uint16_t>{2, 1, 2, 1})
    rig.put({.size = 100, .port = port});
  rig.events();
  rig.remove_if([](const Packet& packet) { return packet.id() >= 3; }, DropReason::kFastReset);
  EXPECT_EQ(rig.events(), "drop:4(fast_reset) drop:3(fast_reset)");
  rig.get();
  rig.get();
  EXPECT_EQ(rig.events(), "out:2 out:1");
}

}  // namespace
}  // namespace seawind::test
