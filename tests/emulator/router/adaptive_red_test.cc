// SPDX-License-Identifier: GPL-3.0-or-later
// Adaptive RED (Floyd, Gummadi, Shenker 2001): the slow control loop worked by hand, the lazy timer
// against a punctual one, and the automatic parameters.
#include <gtest/gtest.h>

#include <cmath>

#include "emulator/router/red.h"
#include "emulator/router/red_defaults.h"
#include "tests/emulator/router/rig.h"

namespace seawind::test {
namespace {

RedConfig adaptive() {
  RedConfig config;
  config.limit.bytes = 100'000;
  config.min_threshold = 1000;
  config.max_threshold = 2000;            // target 1400 ... 1600
  config.average_packet = 1'000'000'000;  // far below one per second of the link: w = 1, so that
                                          // the average is the queue found by the last arrival
  config.gentle = true;
  config.adaptive = AdaptiveRed{};
  config.adaptive->interval = Duration::milliseconds(500);
  return config;
}

TEST(AdaptiveRed, MaxPFollowsTheAverageEveryInterval) {
  RouterRig rig(adaptive());
  const auto max_p = [&] { return rig.as<RedQueue>().max_probability(); };
  rig.put({.size = 1500, .ecn = 2});
  rig.put({.size = 200, .ecn = 2});  // average 1500: within the target range
  rig.now = at_ms(500);
  rig.put({.size = 28, .ecn = 2});  // the step used 1500; now 1700
  EXPECT_DOUBLE_EQ(max_p(), 0.1);
  rig.now = Time::from_ns(999'999'999);
  rig.put({.size = 28, .ecn = 2});
  EXPECT_DOUBLE_EQ(max_p(), 0.1);
  rig.now = at_ms(1000);
  rig.put({.size = 28, .ecn = 2});
  EXPECT_DOUBLE_EQ(max_p(), 0.11);  // + min(0.01, 0.1 / 4)
  rig.now = at_ms(2600);
  rig.put({.size = 28, .ecn = 2});  // 1500, 2000, 2500
  EXPECT_DOUBLE_EQ(max_p(), 0.14);
  rig.now = at_ms(1e6);
  rig.put({.size = 28, .ecn = 2});
  EXPECT_NEAR(max_p(), 0.5, 0.0100001);  // grows while <= 0.5
  const double top = max_p();
  rig.drain();
  rig.now = at_ms(1e6 + 600);
  rig.put({.size = 500});  // w = 1: any idle time reduces the average to 0
  EXPECT_DOUBLE_EQ(max_p(), top * 0.9);
  rig.now = at_ms(1e9);
  rig.put({.size = 28});
  EXPECT_LT(max_p(), 0.01);
  EXPECT_GE(max_p(), 0.009);
}

TEST(AdaptiveRed, AChangeKeepsMaxPUnlessItIsChangedItself) {
  RouterRig rig(adaptive());
  const auto max_p = [&] { return rig.as<RedQueue>().max_probability(); };
  rig.put({.size = 1700, .ecn = 2});
  rig.put({.size = 28, .ecn = 2});
  rig.now = at_ms(1000);
  rig.put({.size = 28, .ecn = 2});
  ASSERT_DOUBLE_EQ(max_p(), 0.12);
  RedConfig other = adaptive();
  other.limit.bytes = 50'000;
  rig.change(other);
  EXPECT_DOUBLE_EQ(max_p(), 0.12);
  other.max_probability = 0.2;
  rig.change(other);
  EXPECT_DOUBLE_EQ(max_p(), 0.2);
}

TEST(AdaptiveRed, BeginsAgainWhenItIsSwitchedOnAgain) {
  RouterRig rig(adaptive());
  rig.put({.size = 1700, .ecn = 2});
  RedConfig off = adaptive();
  off.adaptive.reset();
  rig.change(off);
  rig.now = at_ms(8000);
  rig.change(adaptive());
  rig.put({.size = 28, .ecn = 2});  // 1700
  EXPECT_DOUBLE_EQ(rig.as<RedQueue>().max_probability(), 0.1);
  rig.now = at_ms(8500);
  rig.put({.size = 28, .ecn = 2});
  EXPECT_DOUBLE_EQ(rig.as<RedQueue>().max_probability(), 0.11);
}

// Calls at any interval: max_p equals that of a timer that evaluates every step.
TEST(AdaptiveRed, DeferredUpdatesEqualPeriodicUpdates) {
  RandomStream random(9, "lazy");
  RedAverage average;
  const AdaptiveRed config;
  const RedAverage::Parameters p{.weight = 1.0 / 64, .link_rate = 64'000, .average_packet = 576};
  RedAdapter lazy;
  RedAdapter punctual;
  double lazy_p = 0.1;
  double punctual_p = 0.1;
  std::int64_t now = 0;
  for (RedAdapter* one : {&lazy, &punctual}) {
    one->advance(0.1, 1000, 4000, config, average, p, Time());  // both start now
  }
  for (int i = 0; i < 3000; ++i) {
    const std::int64_t next = now + static_cast<std::int64_t>(random.next() % 4'000'000'000);
    for (std::int64_t tick = now / 500'000'000 + 1; tick * 500'000'000 <= next; ++tick) {
      punctual_p = punctual.advance(punctual_p, 1000, 4000, config, average, p,
                                    Time::from_ns(tick * 500'000'000));
    }
    now = next;
    lazy_p = lazy.advance(lazy_p, 1000, 4000, config, average, p, Time::from_ns(now));
    punctual_p = punctual.advance(punctual_p, 1000, 4000, config, average, p, Time::from_ns(now));
    ASSERT_DOUBLE_EQ(lazy_p, punctual_p) << i;
    const bool empty = random.next() % 3 == 0;
    average.arrival(empty ? 0 : static_cast<std::int64_t>(random.next() % 6000), Time::from_ns(now),
                    p);
    average.filled();
    if (random.next() % 3 == 0) average.emptied(Time::from_ns(now));
  }
}

TEST(AdaptiveRed, AutomaticParameters) {
  RedConfig config;
  config.average_packet = 500;
  config.adaptive = AdaptiveRed{};
  config.adaptive->delay = Duration::milliseconds(5);
  const RouterContext link = link_of(40'000'000, 10);
  // 10 000 packets/s: w = 1 - exp(-1/10000); min = 5 ms x 5 MB/s / 2 = 12 500 B, max three times.
  EXPECT_NEAR(red_weight(config, link), 1 - std::exp(-1e-4), 1e-15);
  const RedCurve curve = red_curve(config, {.bytes = 100'000}, link);
  EXPECT_DOUBLE_EQ(curve.min, 12'500);
  EXPECT_DOUBLE_EQ(curve.max, 37'500);
  RouterContext slow = link;
  slow.link_rate = 64'000;  // 20 B in half of 5 ms: five packets
  EXPECT_DOUBLE_EQ(red_curve(config, {.bytes = 100'000}, slow).min, 2500);
}

}  // namespace
}  // namespace seawind::test
