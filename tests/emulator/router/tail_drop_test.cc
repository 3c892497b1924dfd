// SPDX-License-Identifier: GPL-3.0-or-later
#include <deque>

#include "common/packet_ids.h"
#include "tests/emulator/router/rig.h"

namespace seawind::test {
namespace {

TEST(TailDrop, ByBytesTheWholePacketMustFit) {
  RouterRig rig(TailDropConfig{.limit = {.bytes = 1000}});
  rig.put({.size = 900});
  rig.put({.size = 101});
  rig.put({.size = 100});
  EXPECT_EQ(rig.router->bytes(), 1000);
  EXPECT_EQ(rig.router->packets(), 2);
  EXPECT_EQ(rig.events(), "in:1 drop:2(router_full) in:3");
}

TEST(TailDrop, WithOverfillTheContentMustBeBelowTheLimit) {
  RouterRig rig(TailDropConfig{.limit = {.bytes = 1000}, .overfill = true});
  rig.put({.size = 900});
  rig.put({.size = 99});
  rig.put({.size = 500});  // admitted: the last packet may exceed the limit
  rig.put({.size = 28});
  EXPECT_EQ(rig.router->bytes(), 1499);
  EXPECT_EQ(rig.events(), "in:1 in:2 in:3 drop:4(router_full)");
  rig.get();
  EXPECT_EQ(rig.router->bytes(), 599);
  rig.put({.size = 401});
  EXPECT_EQ(rig.router->bytes(), 1000);
  rig.put({.size = 28});  // at the limit is not below it
  EXPECT_EQ(rig.events(), "out:1 in:5 drop:6(router_full)");
  rig.change(TailDropConfig{.limit = {.bytes = 1000}});  // overfill is off again
  rig.get();
  rig.put({.size = 101});
  EXPECT_EQ(rig.events(), "out:2 drop:7(router_full)");
}

TEST(TailDrop, WithOverfillPacketsCountAsBefore) {
  RouterRig rig(TailDropConfig{.limit = {.packets = 2}, .overfill = true});
  for (int i = 0; i < 3; ++i) rig.put({.size = 100});
  EXPECT_EQ(rig.events(), "in:1 in:2 drop:3(router_full)");
}

TEST(TailDrop, ReadyNowUnlessEmpty) {
  RouterRig rig(TailDropConfig{.limit = {.packets = 1}});
  rig.now = Time::from_ns(77);
  EXPECT_EQ(rig.router->next_ready(rig.now), Time::max());
  EXPECT_EQ(rig.get(), 0u);
  rig.put({.size = 100});
  EXPECT_EQ(rig.router->next_ready(rig.now), rig.now);
  EXPECT_EQ(rig.get(), 1u);
  EXPECT_EQ(rig.router->next_ready(rig.now), Time::max());
}

TEST(TailDrop, ASmallerLimitDropsNothingAndAdmitsNothingUntilItFits) {
  RouterRig rig(TailDropConfig{.limit = {.packets = 3}});
  for (int i = 0; i < 3; ++i) rig.put({.size = 100});
  rig.change(TailDropConfig{.limit = {.packets = 2}});
  EXPECT_EQ(rig.router->packets(), 3);
  rig.get();
  rig.put({.size = 100});
  rig.get();
  rig.put({.size = 100});
  EXPECT_EQ(rig.events(), "in:1 in:2 in:3 out:1 drop:4(router_full) out:2 in:5");
  EXPECT_EQ(rig.router->packets(), 2);
}

// Mixed sizes against a simple model: FIFO order, exact counts.
TEST(TailDrop, RandomTrafficKeepsOrderAndCounts) {
  RouterRig rig(TailDropConfig{.limit = {.bytes = 20'000, .packets = 30}});
  std::deque<std::pair<std::uint64_t, std::int64_t>> model;
  std::int64_t bytes = 0;
  RandomStream random(5, "tail drop");
  for (std::uint64_t id = 1; id <= 20'000; ++id) {
    const std::size_t size = 28 + random.next() % 1473;
    const bool fits = bytes + static_cast<std::int64_t>(size) <= 20'000 && model.size() < 30;
    rig.put({.size = size});
    ASSERT_EQ(rig.events(),
              fits ? fmt::format("in:{}", id) : fmt::format("drop:{}(router_full)", id));
    if (fits) {
      model.emplace_back(id, size);
      bytes += static_cast<std::int64_t>(size);
    }
    while (!model.empty() && random.next() % 2 == 0) {
      ASSERT_EQ(rig.get(), model.front().first);
      bytes -= model.front().second;
      model.pop_front();
    }
    rig.events();
    ASSERT_EQ(rig.router->bytes(), bytes);
    ASSERT_EQ(rig.router->packets(), static_cast<std::int64_t>(model.size()));
  }
  EXPECT_GT(rig.lost.size(), 100u);
}

TEST(RouterChange, PacketsOfAStageKeepTheirPlaceAmongThoseOfHosts) {
  RouterRig rig(TailDropConfig{});
  rig.now = at_ms(1);
  rig.put({}, kFirstGeneratedId);  // ids of stages are above all of ports
  rig.now = at_ms(2);
  rig.put({}, 7);
  rig.events();
  rig.change(CodelConfig{});
  EXPECT_EQ(rig.events(), fmt::format("in:{} in:7", kFirstGeneratedId));
  EXPECT_EQ(rig.get(), kFirstGeneratedId);
  EXPECT_EQ(rig.get(), 7U);
}

}  // namespace
}  // namespace seawind::test
