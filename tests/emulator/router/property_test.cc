// SPDX-License-Identifier: GPL-3.0-or-later
// Random trees under random arrivals. After every step the rig checks that received = sent +
// dropped + held, in packets and bytes, counted by the router and by the tree; that no packet
// leaves before next_ready(); and that a ready router returns a packet or its next time. In
// addition: trees without shapers are work-conserving, every tree can be emptied, and a change of
// the tree loses no packet without an event.
#include "tests/emulator/router/rig.h"

namespace seawind::test {
namespace {

class RandomTree {
 public:
  explicit RandomTree(std::uint64_t seed, bool shapers)
      : random_(seed, "tree"), shapers_(shapers) {}

  DisciplineConfig make(int depth = 0) {
    const std::uint64_t kinds = depth >= 3 ? 7 : 15;
    switch (below(kinds)) {
      case 0:
        return HeadDropConfig{limit()};
      case 1:
        return RedConfig{.limit = limit()};
      case 2:
        return CodelConfig{.limit = limit(), .target = Duration::milliseconds(1 + below(50))};
      case 3:
        return FqCodelConfig{.limit = limit(), .aqm = {}, .flows = 8};
      case 4:
        return PieConfig{.limit = limit()};
      case 5:
        return WredConfig{.limit = limit()};
      case 7:
        return PriorityConfig{classes(depth)};
      case 8:
        return DrrConfig{.classes = classes(depth)};
      case 9:
        return WrrConfig{.classes = classes(depth)};
      case 10:
        return WfqConfig{.classes = classes(depth)};
      case 11:
        return Wf2qPlusConfig{.classes = classes(depth)};
      case 12:
        return DrrConfig{{}, {5, inner(depth)}, {}};
      case 13:
        if (!shapers_) return TailDropConfig{limit()};
        return TokenBucketConfig{.rate = 20'000 + below(100'000),
                                 .burst = 1500 + below(5000),
                                 .police = below(3) == 0,
                                 .discipline = inner(depth)};
      case 14:
        if (!shapers_) return TailDropConfig{limit()};
        return HtbConfig{.rate = 50'000 + below(100'000), .classes = classes(depth)};
      default:
        return TailDropConfig{limit()};
    }
  }

 private:
  std::int64_t below(std::uint64_t n) { return static_cast<std::int64_t>(random_.next() % n); }
  BufferLimit limit() {
    return below(2) == 0 ? BufferLimit{.bytes = 2000 + below(20'000)}
                         : BufferLimit{.packets = 2 + below(30)};
  }
  std::shared_ptr<const DisciplineConfig> inner(int depth) {
    return std::make_shared<const DisciplineConfig>(make(depth + 1));
  }
  std::vector<ClassConfig> classes(int depth) {
    std::vector<ClassConfig> out;
    const std::int64_t count = 1 + below(4);
    for (std::int64_t i = 0; i < count; ++i) {
      ClassConfig one = port_class("c" + std::to_string(i), static_cast<std::uint16_t>(below(6)),
                                   make(depth + 1));
      if (i == count - 1 && below(4) != 0) one.match.clear();
      one.weight = static_cast<double>(1 + below(5));
      if (below(2) == 0) one.quantum = 300 + below(3000);
      one.prio = static_cast<int>(below(3));
      if (below(5) == 0) {
        one.meter = MeterConfig{.committed_rate = 50'000, .committed_burst = 3000};
        one.meter->red.drop = true;
      }
      if (below(5) == 0) one.set_dscp = static_cast<std::uint8_t>(below(64));
      out.push_back(std::move(one));
    }
    return out;
  }
  RandomStream random_;
  bool shapers_;
};

class Trees : public testing::TestWithParam<int> {};

TEST_P(Trees, EveryLossIsReportedAndCountsAreExact) {
  const auto seed = static_cast<std::uint64_t>(GetParam());
  const bool shapers = seed % 2 == 0;
  RandomTree trees(seed, shapers);
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
