// SPDX-License-Identifier: GPL-3.0-or-later
// Invariants of every AQM under any traffic: received = sent + dropped + held, bytes() and
// packets() are exact, each packet leaves once, whole, and in order within its flow; runs are
// reproducible by seed. RouterRig checks the counts after every call.
#include <gtest/gtest.h>

#include <cmath>
#include <ostream>

#include "tests/emulator/router/rig.h"

namespace seawind::test {
namespace {

struct Named {
  const char* name;
  DisciplineConfig config;
  bool uses_seed = true;  // for random drops, or to place flows in queues
  friend std::ostream& operator<<(std::ostream& out, const Named& one) { return out << one.name; }
};

std::vector<Named> disciplines() {
  RedConfig gentle;
  gentle.gentle = true;
  gentle.weight_exponent = 4;
  gentle.scale_to_size = 1500;
  RedConfig adaptive;
  adaptive.adaptive = AdaptiveRed{.delay = Duration::milliseconds(200)};
  WredConfig wred;
  wred.weight_exponent = 3;
  CodelConfig packets;
  packets.limit.packets = 7;
  FqCodelConfig few;
  few.flows = 4;
  few.quantum = 300;
  few.limit.bytes = 9000;
  few.drop_batch = 3;
  PieConfig derandomized;
  derandomized.derandomize = true;
  DualPi2Config shifted;
  shifted.scheduler = DualPi2Config::Scheduler::kTimeShiftedFifo;
  shifted.random = true;
  return {{"red", RedConfig{}},
          {"gentle", gentle},
          {"adaptive", adaptive},
          {"wred", wred},
          {"codel", CodelConfig{}, false},
          {"codel_packets", packets, false},
          {"fq_codel", FqCodelConfig{}},
          {"fq_codel_few", few},
          {"pie", PieConfig{}},
          {"pie_derandomized", derandomized},
          {"fq_pie", FqPieConfig{}},
          {"dualpi2", DualPi2Config{}, false},
          {"dualpi2_shifted", shifted}};
}

class EveryAqm : public testing::TestWithParam<Named> {};

Arrival any_packet(RandomStream& random) {
  Arrival out{.size = 28 + random.next() % (random.next() % 2 == 0 ? 100 : 1473)};
  out.ecn = static_cast<std::uint8_t>(random.next() % 4);
  out.dscp = static_cast<std::uint8_t>(random.next() % 64);
  out.flow = static_cast<std::uint16_t>(random.next() % 40);
  return out;
}

/// 64 kbit/s with an offered load of 0.5 to 2 times that and pauses of up to minutes; returns all
/// events.
std::string run(RouterRig& rig, std::uint64_t seed, int steps, bool disturbed,
                const DisciplineConfig& config) {
  RandomStream random(seed, "traffic");
  std::map<std::uint64_t, Arrival> inside;
  std::map<std::pair<int, int>, std::uint64_t> last;  // by flow and low-latency bit
  for (int i = 0; i < steps; ++i) {
    const std::uint64_t what = random.next() % 1000;
    const double pause = what == 0 ? 100e9 : what < 500 ? 40e6 : 120e6;
    rig.now += Duration::nanoseconds(static_cast<std::int64_t>(random.uniform() * pause));
    if (what % 2 == 0) {
      const Arrival arrival = any_packet(random);
      inside[rig.put(arrival)] = arrival;
    } else if (disturbed && what == 1) {
      const std::uint64_t divisor = 1 + random.next() % 4;
      rig.remove_if([&](const Packet& packet) { return packet.id() % divisor == 0; });
    } else if (disturbed && what == 3) {
      rig.link.link_rate = 1000 + static_cast<std::int64_t>(random.next() % 1'000'000);
      rig.change(config);
    } else {
      const Packet packet = rig.take();
      if (!packet) {
        EXPECT_EQ(rig.inside(), 0u);  // work-conserving
        continue;
      }
      const Arrival& arrived = inside.at(packet.id());
      EXPECT_EQ(packet.size(), arrived.size);
      if (packet.ip().ecn != arrived.ecn) {
        EXPECT_NE(arrived.ecn, 0) << "only ECN-capable packets may be marked";
        EXPECT_EQ(packet.ip().ecn, 3);
      }
      auto& before = last[{arrived.flow, arrived.ecn % 2}];
      EXPECT_LT(before, packet.id()) << "within a flow in order";
      before = packet.id();
    }
    if (testing::Test::HasFailure()) break;
  }
  return rig.events();
}

TEST_P(EveryAqm, KeepsItsAccounts) {
  for (std::uint64_t seed = 0; seed < 3; ++seed) {
    RouterRig rig(GetParam().config, link_of(64'000, 300, seed));
    run(rig, seed, 8000, true, GetParam().config);
    ASSERT_FALSE(HasFailure()) << "seed " << seed;
    EXPECT_GT(rig.dropped_packets, 100u);
    EXPECT_GT(rig.sent, 1000u);
    const std::size_t inside = rig.inside();
    EXPECT_EQ(rig.router->drain().size(), inside);
    EXPECT_EQ(rig.router->root().packets(), 0);
    EXPECT_EQ(rig.router->root().bytes(), 0);
  }
}

TEST_P(EveryAqm, RepeatsExactlyFromItsSeed) {
  const auto events = [&](std::uint64_t seed) {
    RouterRig rig(GetParam().config, link_of(64'000, 300, seed));
    return run(rig, 1, 4000, false, GetParam().config);
  };
  EXPECT_EQ(events(5), events(5));
  EXPECT_EQ(events(5) != events(6), GetParam().uses_seed);
}

TEST_P(EveryAqm, HasALimitScaledToTheLink) {
  const auto limit = [&](std::int64_t rate) {
    return RouterRig(GetParam().config, link_of(rate, 300, 1)).router->limit();
  };
  EXPECT_FALSE(limit(64'000).unlimited());
  if (limit(64'000).bytes && std::string(GetParam().name) != "fq_codel_few") {
    EXPECT_GT(limit(1'000'000'000).bytes, 10 * *limit(64'000).bytes);
  }
}

INSTANTIATE_TEST_SUITE_P(Router, EveryAqm, testing::ValuesIn(disciplines()),
                         [](const auto& one) { return std::string(one.param.name); });

}  // namespace
}  // namespace seawind::test
