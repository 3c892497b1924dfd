// SPDX-License-Identifier: GPL-3.0-or-later
// PIE against RFC 8033: the probability by hand and from the pseudo-code, the burst allowance,
// auto-tuning, the ECN threshold, de-randomisation, and the lazy timer.
#include "emulator/router/pie.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/emulator/router/rig.h"

namespace seawind::test {
namespace {

// Section 4.2 and appendix A with punctual updates and the RFC's names.
struct Rfc8033 {
  double drop_prob_ = 0;
  double current_qdelay = 0;
  double qdelay_old_ = 0;
  double burst_allowance_ = 0;
  static constexpr double QDELAY_REF = 0.015;
  static constexpr double T_UPDATE = 0.015;
  static constexpr double MAX_BURST = 0.150;

  void calculate_drop_prob() {
    double p = 0.125 * (current_qdelay - QDELAY_REF) + 1.25 * (current_qdelay - qdelay_old_);
    if (drop_prob_ < 0.000001) {
      p /= 2048;
    } else if (drop_prob_ < 0.00001) {
      p /= 512;
    } else if (drop_prob_ < 0.0001) {
      p /= 128;
    } else if (drop_prob_ < 0.001) {
      p /= 32;
    } else if (drop_prob_ < 0.01) {
      p /= 8;
    } else if (drop_prob_ < 0.1) {
      p /= 2;
    }
    if (drop_prob_ >= 0.1 && p > 0.02) p = 0.02;
    drop_prob_ += p;
    if (current_qdelay == 0 && qdelay_old_ == 0) drop_prob_ *= 0.98;
    if (drop_prob_ < 0) drop_prob_ = 0;
    if (drop_prob_ > 1) drop_prob_ = 1;
    qdelay_old_ = current_qdelay;
    burst_allowance_ = std::max(0.0, burst_allowance_ - T_UPDATE);
    if (burst_allowance_ < 1e-9) burst_allowance_ = 0;
  }
};

TEST(PieAqm, ProbabilityByHand) {
  const PieConfig config;
  PieAqm aqm;
  aqm.departure(Duration::milliseconds(115), false);
  // 0.125 x 0.1 + 1.25 x 0.115 = 0.15625, / 2048 while below 1e-6.
  aqm.advance(Time::from_ns(14'999'999), config);
  EXPECT_EQ(aqm.probability(), 0);
  aqm.advance(at_ms(15), config);
  EXPECT_NEAR(aqm.probability(), 0.15625 / 2048, 1e-15);  // 7.63e-5
  // 0.0125, / 128 below 1e-4: 1.74e-4; / 32 below 1e-3: 5.65e-4 ...
  aqm.advance(at_ms(30), config);
  EXPECT_NEAR(aqm.probability(), 0.15625 / 2048 + 0.0125 / 128, 1e-15);
  aqm.advance(at_ms(45), config);
  EXPECT_NEAR(aqm.probability(), 0.15625 / 2048 + 0.0125 / 128 + 0.0125 / 32, 1e-15);
}

TEST(PieAqm, FollowsThePseudoCodeThroughEveryRange) {
  const PieConfig config;
  PieAqm aqm;
  Rfc8033 rfc;
  RandomStream random(4, "delays");
  double highest = 0;
  for (int step = 1; step < 6000; ++step) {
    const int phase = step / 1000 % 3;  // 0: long, 1: short, 2: no delay
    const auto us =
        phase == 2
            ? 0
            : static_cast<std::int64_t>(
                  phase == 0 ? 20e3 + 30e3 * std::sin(step / 300.0) * std::sin(step / 300.0) +
                                   100 * random.uniform()
                             : 14e3 * random.uniform());
    aqm.departure(Duration::microseconds(us), us == 0);
    rfc.current_qdelay = static_cast<double>(us) / 1e6;
    aqm.advance(at_ms(15.0 * step), config);
    rfc.calculate_drop_prob();
    ASSERT_NEAR(aqm.probability(), rfc.drop_prob_, 1e-9) << step;
    rfc.drop_prob_ = aqm.probability();  // keeps rounding from selecting different table entries
    highest = std::max(highest, aqm.probability());
  }
  EXPECT_GT(highest, 0.5);
  EXPECT_EQ(aqm.probability(), 0);
}

// Calls after random pauses (up to a minute) and at every step give the same result.
TEST(PieAqm, DeferredUpdatesEqualPeriodicUpdates) {
  const PieConfig config;
  PieAqm lazy;
  PieAqm punctual;
  RandomStream random(5, "lazy");
  std::int64_t now = 0;
  for (int i = 0; i < 3000; ++i) {
    const double scale = random.next() % 20 == 0 ? 60e9 : 40e6;
    const std::int64_t next = now + static_cast<std::int64_t>(random.uniform() * scale);
    for (std::int64_t t = now / 15'000'000 + 1; t * 15'000'000 <= next; ++t) {
      punctual.advance(Time::from_ns(t * 15'000'000), config);
    }
    now = next;
    lazy.advance(Time::from_ns(now), config);
    ASSERT_EQ(lazy.probability(), punctual.probability()) << i;
    ASSERT_EQ(lazy.burst_allowance(), punctual.burst_allowance()) << i;
    const double u = random.uniform();
    const bool ect = random.next() % 2 == 0;
    ASSERT_EQ(lazy.arrival(50'000, ect, u, config), punctual.arrival(50'000, ect, u, config));
    if (random.next() % 2 == 0) {
      const auto delay = Duration::microseconds(static_cast<std::int64_t>(random.next() % 80'000));
      const bool empty = random.next() % 5 == 0;
      lazy.departure(delay, empty);
      punctual.departure(delay, empty);
    }
  }
}

TEST(PieAqm, BurstAllowance) {
  PieConfig config;
  config.ecn = false;
  PieAqm aqm;
  aqm.advance(at_ms(1), config);
  // No delay: the packet passes, and the allowance is complete from here on.
  EXPECT_EQ(aqm.arrival(1'000'000, false, 0, config), PieAction::kPass);
  EXPECT_EQ(aqm.burst_allowance(), Duration::milliseconds(150));
  aqm.departure(Duration::milliseconds(500), false);
  // Ten updates exhaust the allowance; the probability has grown long before.
  aqm.advance(at_ms(149), config);
  EXPECT_EQ(aqm.burst_allowance(), Duration::milliseconds(15));
  EXPECT_GT(aqm.probability(), 0.01);
  EXPECT_EQ(aqm.arrival(1'000'000, false, 0, config), PieAction::kPass);
  aqm.advance(at_ms(150), config);
  EXPECT_EQ(aqm.burst_allowance(), Duration());
  EXPECT_EQ(aqm.arrival(1'000'000, false, 0, config), PieAction::kDrop);
}

/// PIE without burst allowance, with a long delay and at least the given probability.
PieAqm congested(const PieConfig& config, double at_least) {
  PieAqm aqm;
  aqm.departure(Duration::milliseconds(100), false);
  for (int step = 1; aqm.probability() < at_least; ++step) aqm.advance(at_ms(15.0 * step), config);
  return aqm;
}

TEST(PieAqm, Safeguards) {
  PieConfig config;
  config.ecn = false;
  PieAqm aqm = congested(config, 0.15);
  EXPECT_EQ(aqm.arrival(3000, false, 0, config), PieAction::kPass);  // at most two packets
  EXPECT_EQ(aqm.arrival(3001, false, 0, config), PieAction::kDrop);
  EXPECT_EQ(aqm.arrival(3001, false, aqm.probability(), config), PieAction::kPass);
  EXPECT_EQ(aqm.arrival(3001, false, std::nextafter(aqm.probability(), 0), config),
            PieAction::kDrop);
}

TEST(PieAqm, EcnMarksUpToTheThresholdAndDropsAbove) {
  const PieConfig config;  // 0.1
  PieAqm below = congested(config, 0.05);
  ASSERT_LT(below.probability(), 0.1);
  EXPECT_EQ(below.arrival(9000, true, 0, config), PieAction::kMark);
  EXPECT_EQ(below.arrival(9000, false, 0, config), PieAction::kDrop);
  PieAqm above = congested(config, 0.1001);
  EXPECT_EQ(above.arrival(9000, true, 0, config), PieAction::kDrop);
}

TEST(PieAqm, DerandomisedSignalsAreNeitherClusteredNorFarApart) {
  PieConfig config;
  config.derandomize = true;
  config.ecn = false;
  const PieAqm start = congested(config, 0.05);
  const double p = start.probability();
  const auto gap = [&](double uniform) {
    PieAqm aqm = start;
    int packets = 1;
    while (aqm.arrival(9000, false, uniform, config) == PieAction::kPass) ++packets;
    return packets;
  };
  EXPECT_EQ(gap(0), static_cast<int>(std::ceil(0.85 / p)));
  EXPECT_EQ(gap(0.999), static_cast<int>(std::ceil(8.5 / p)));
}

// ------------------------------------------------------------------------------------- the queue

TEST(Pie, HoldsTheDelayOfAnUnresponsiveFloodNearTheTarget) {
  PieConfig config;
  config.limit.packets = 5000;
  RouterRig rig(config);
  rig.keep_events = false;
  // 10 Mbit/s out in 1000 B packets (0.8 ms each), 12.5 Mbit/s in: PIE must drop a fifth.
  RandomStream random(8, "flood");
  std::int64_t next_in = 0;
  double delay = 0;
  int taken = 0;
  std::map<std::uint64_t, std::int64_t> entered;
  for (std::int64_t out = 800'000; out < 60'000'000'000; out += 800'000) {
    for (; next_in <= out;
         next_in += 1 + static_cast<std::int64_t>(-std::log(1 - random.uniform()) * 640'000)) {
      rig.now = Time::from_ns(next_in);
      entered[rig.put({.size = 1000})] = next_in;
    }
    rig.now = Time::from_ns(out);
    if (const std::uint64_t id = rig.get(); id != 0 && out > 30'000'000'000) {
      delay += static_cast<double>(out - entered[id]) / 1e6;
      ++taken;
    }
  }
  EXPECT_NEAR(static_cast<double>(rig.dropped_packets) / static_cast<double>(rig.received), 0.2,
              0.01);
  EXPECT_NEAR(delay / taken, 15, 2);
  EXPECT_EQ(rig.drops[DropReason::kRouterFull], 0u);
}

TEST(Pie, EmptiedByRemovalThereIsNoDelay) {
  RouterRig rig(PieConfig{});
  rig.put({.size = 1000});
  rig.put({.size = 1000});
  rig.now = at_ms(100);
  rig.get();
  rig.now = at_ms(115);
  rig.remove_if([](const Packet&) { return true; });
  EXPECT_EQ(rig.router->packets(), 0);
  // A delay of 100 ms since then would make the probability 1.
  rig.now = at_ms(10'000);
  for (int i = 0; i < 10; ++i) rig.put({.size = 1000});
  EXPECT_EQ(rig.drops[DropReason::kEarly], 0u);
}

TEST(Pie, PhysicalLimit) {
  PieConfig config;
  config.limit.bytes = 1000;
  RouterRig rig(config);
  rig.put({.size = 600});
  rig.put({.size = 401, .ecn = 1});
  rig.put({.size = 400});
  EXPECT_EQ(rig.events(), "in:1 drop:2(router_full) in:3");
}

}  // namespace
}  // namespace seawind::test
