// SPDX-License-Identifier: GPL-3.0-or-later
// Per-packet loss chains against their closed forms; exact patterns.
#include "emulator/link/loss_pattern.h"

#include <gtest/gtest.h>

#include "emulator/link/output_dropper.h"
#include "tests/support/test_hop.h"

namespace seawind::test {
namespace {

struct Measured {
  double loss = 0;
  double burst = 0;  // mean length of runs of losses
};

Measured measure(const LossPattern& pattern, int packets) {
  LossPatternModel model(pattern, 17, kDown);
  double losses = 0, bursts = 0;
  bool before = false;
  for (int i = 1; i <= packets; ++i) {
    const bool lost = model.corrupts(static_cast<std::uint64_t>(i), Time());
    losses += lost ? 1 : 0;
    bursts += lost && !before ? 1 : 0;
    before = lost;
  }
  return {losses / packets, losses / bursts};
}

constexpr int kPackets = 2'000'000 / kShortened;

TEST(LossPattern, GilbertHasItsStationaryLossAndBurstLength) {
  const Measured m = measure(GilbertElliott{.p = 0.02, .r = 0.25}, kPackets);
  EXPECT_NEAR(m.loss, 0.02 / 0.27, 0.002 * kWidened);
  EXPECT_NEAR(m.burst, 4, 0.1 * kWidened);
}

TEST(LossPattern, GilbertElliottLosesInBothStates) {
  const GilbertElliott chain{.p = 0.05, .r = 0.2, .loss_bad = 0.7, .loss_good = 0.01};
  const Measured m = measure(chain, kPackets);
  EXPECT_NEAR(m.loss, (0.2 * 0.01 + 0.05 * 0.7) / 0.25, 0.003 * kWidened);
}

// The stationary distribution of the chain, by iteration. A run of losses ends in state 3 with p31
// + p32, and always in state 4.
TEST(LossPattern, FourStatesHaveTheirStationaryLossAndBurstLength) {
  const FourStateLoss c{.p13 = 0.02, .p31 = 0.3, .p32 = 0.1, .p23 = 0.4, .p14 = 0.01};
  double s[5] = {0, 1, 0, 0, 0};
  for (int i = 0; i < 10'000; ++i) {
    const double n1 = s[1] * (1 - c.p13 - c.p14) + s[3] * c.p31 + s[4];
    const double n2 = s[2] * (1 - c.p23) + s[3] * c.p32;
    const double n3 = s[1] * c.p13 + s[2] * c.p23 + s[3] * (1 - c.p31 - c.p32);
    const double n4 = s[1] * c.p14;
    s[1] = n1, s[2] = n2, s[3] = n3, s[4] = n4;
  }
  const Measured m = measure(c, kPackets);
  EXPECT_NEAR(m.loss, s[3] + s[4], 0.002 * kWidened);
  EXPECT_NEAR(m.burst, (s[3] + s[4]) / (s[3] * (c.p31 + c.p32) + s[4]), 0.03 * kWidened);
}

// Certain transitions show the order of steps: the loss depends on the state before the transition
// (Gilbert-Elliott) or after it (four states).
TEST(LossPattern, TheOrderOfTransitionAndLossIsNetems) {
  LossPatternModel gilbert(GilbertElliott{.p = 1, .r = 1}, 1, kDown);
  LossPatternModel four(FourStateLoss{.p13 = 1, .p31 = 1, .p32 = 0, .p23 = 1, .p14 = 0}, 1, kDown);
  for (std::uint64_t i = 1; i <= 6; ++i) {
    EXPECT_EQ(gilbert.corrupts(i, Time()), i % 2 == 0);
    EXPECT_EQ(four.corrupts(i, Time()), i % 2 == 1);
  }
}

TEST(LossPattern, AnEqualChainKeepsItsStateAChangedOneBeginsGood) {
  const GilbertElliott stuck{.p = 1, .r = 0};
  LossPatternModel model(stuck, 1, kDown);
  EXPECT_FALSE(model.corrupts(1, Time()));
  model.reconfigure(stuck);
  EXPECT_TRUE(model.corrupts(2, Time()));
  model.reconfigure(GilbertElliott{.p = 0, .r = 0});
  EXPECT_FALSE(model.corrupts(3, Time()));
  model.reconfigure(std::monostate{});
  EXPECT_FALSE(model.corrupts(4, Time()));
}

TEST(LossPattern, Positions) {
  const auto lost = [](const PositionPattern& pattern) {
    LossPatternModel model(pattern, 1, kDown);
    std::vector<std::uint64_t> numbers;
    for (std::uint64_t i = 1; i <= 12; ++i) {
      if (model.corrupts(i, Time())) numbers.push_back(i);
    }
    return numbers;
  };
  EXPECT_EQ(lost({.positions = {1, 5, 99}}), (std::vector<std::uint64_t>{1, 5}));
  EXPECT_EQ(lost({.positions = {2, 5}, .period = 5}),
            (std::vector<std::uint64_t>{2, 5, 7, 10, 12}));
  EXPECT_EQ(lost({}), std::vector<std::uint64_t>{});
}

TEST(LossPattern, TimesBeginAndEndAtTheNanosecond) {
  const Duration ns = Duration::nanoseconds(1);
  const auto corrupts = [](const TimePattern& pattern, Time when) {
    return LossPatternModel(pattern, 1, kDown).corrupts(1, when);
  };
  TimePattern pattern{{{Duration::seconds(1), Duration::seconds(2)}}, {}};
  for (const bool periodic : {false, true}) {
    if (periodic) pattern.period = Duration::seconds(2);
    EXPECT_FALSE(corrupts(pattern, at_ms(1000) - ns));
    EXPECT_TRUE(corrupts(pattern, at_ms(1000)));
    EXPECT_TRUE(corrupts(pattern, at_ms(2000) - ns));
    EXPECT_FALSE(corrupts(pattern, at_ms(2000)));
    EXPECT_EQ(corrupts(pattern, at_ms(7000)), periodic);
    EXPECT_FALSE(corrupts(pattern, at_ms(8000)));
  }
}

TEST(OutputDropper, DropsByListAndByProbability) {
  OutputDropperModel none({}, 1, kDown);
  OutputDropperModel all({.probability = 1}, 1, kDown);
  OutputDropperModel listed({.list = {.positions = {2, 3}, .period = 4}}, 1, kDown);
  std::vector<int> dropped;
  for (int i = 1; i <= 8; ++i) {
    EXPECT_FALSE(none.drops());
    EXPECT_TRUE(all.drops());
    if (listed.drops()) dropped.push_back(i);
  }
  EXPECT_EQ(dropped, (std::vector<int>{2, 3, 6, 7}));
}

TEST(OutputDropper, HasItsProbabilityAndParametersShiftNothing) {
  OutputDropperModel model({.probability = 0.1}, 3, kUp);
  OutputDropperModel changed({.probability = 0.9, .list = {.positions = {1}}}, 3, kUp);
  for (int i = 0; i < 100; ++i) {
    model.drops();
    changed.drops();
  }
  changed.reconfigure({.probability = 0.1});
  int drops = 0;
  const int packets = 200'000;
  for (int i = 0; i < packets; ++i) {
    const bool dropped = model.drops();
    EXPECT_EQ(dropped, changed.drops());
    drops += dropped ? 1 : 0;
  }
  EXPECT_NEAR(drops / static_cast<double>(packets), 0.1, 0.0035);  // five standard errors
}

}  // namespace
}  // namespace seawind::test
