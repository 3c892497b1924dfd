// SPDX-License-Identifier: GPL-3.0-or-later
// Random trees under random arrivals. After every step the rig checks that received = sent +
// dropped + held, in packets and bytes, counted by the router and by the tree; that no packet
// leaves before next_ready(); and that a ready router returns a packet or its next time. In
// addition: trees without shapers are work-conserving, every tree can be emptied, and a change of
// the tree loses no packet without an event.
#include "tests/emulator/router/random_tree.h"

namespace seawind::test {
namespace {

class Trees : public testing::TestWithParam<int> {};

TEST_P(Trees, EveryLossIsReportedAndCountsAreExact) {
  const auto seed = static_cast<std::uint64_t>(GetParam());
  const bool shapers = seed % 2 == 0;
  RandomTree trees(seed, {.shapers = shapers});
  RouterRig rig(trees.make(), link_of(1'000'000, 20, 1));
  rig.work_conserving = !shapers;
  rig.keep_events = false;
  RandomStream random(seed, "arrivals");
  for (int step = 0; step < 4000; ++step) {
    rig.now += Duration::microseconds(static_cast<std::int64_t>(random.next() % 4000));
    for (auto burst = random.next() % 4; burst > 0; --burst) {
      rig.put({.size = 40 + random.next() % 1461,
               .dscp = static_cast<std::uint8_t>(random.next() % 64),
               .port = static_cast<std::uint16_t>(random.next() % 8),
               .ecn = static_cast<std::uint8_t>(random.next() % 4)});
    }
    if (rig.router->packets() > 0 && !shapers) {
      ASSERT_EQ(rig.router->next_ready(rig.now), rig.now) << "not work conserving";
    }
    for (auto turns = random.next() % 4; turns > 0; --turns) rig.get();
    if (HasFatalFailure()) return;
    if (step % 501 == 500) rig.change(trees.make());
    if (step % 301 == 300) {
      rig.remove_if([](const Packet& p) { return p.id() % 3 == 0; }, DropReason::kFastReset);
    }
  }
  rig.drain_until(rig.now + Duration::seconds(1000));
  EXPECT_EQ(rig.router->packets(), 0) << "something starves although nothing else is left";
  EXPECT_EQ(rig.router->bytes(), 0);
}

INSTANTIATE_TEST_SUITE_P(Seeds, Trees, testing::Range(1, 41));

}  // namespace
}  // namespace seawind::test
