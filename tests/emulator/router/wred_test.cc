// SPDX-License-Identifier: GPL-3.0-or-later
// WRED: every packet updates the one average; its DSCP selects the curve and the count.
#include "emulator/router/wred.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "tests/emulator/router/rig.h"

namespace seawind::test {
namespace {

constexpr std::uint8_t kAf11 = 10, kAf12 = 12, kAf13 = 14, kAf42 = 36, kAf43 = 38;

WredConfig immediate() {
  WredConfig config;
  config.limit.bytes = 10'000;  // defaults: 3000-4500, 2000-3500, 1000-2500
  config.weight_exponent = 0;
  return config;
}

TEST(Wred, ThresholdsByDropPrecedence) {
  // With max_p = 0 only the maxima have an effect: 2500, 3500 and 4500 B of average.
  WredConfig config = immediate();
  for (const auto& [dscp, max] : {std::pair{std::vector<std::uint8_t>{}, 4500},
                                  {{kAf12, kAf42}, 3500},
                                  {{kAf13, kAf43}, 2500}}) {
    config.profiles.push_back(
        {.dscp = dscp, .min_threshold = 0, .max_threshold = max, .max_probability = 0});
  }
  struct Case {
    std::size_t inside;
    std::string passes;  // AF11, best effort, AF12, AF42, AF13, AF43
  };
  for (const Case& one : {Case{2499, "yyyyyy"}, Case{2500, "yyyynn"}, Case{3499, "yyyynn"},
                          Case{3500, "yynnnn"}, Case{4499, "yynnnn"}, Case{4500, "nnnnnn"}}) {
    std::string passes;
    for (const std::uint8_t dscp : {kAf11, std::uint8_t{0}, kAf12, kAf42, kAf13, kAf43}) {
      RouterRig rig(config);
      for (std::size_t left = one.inside; left > 0;) {
        const std::size_t size = left > 3000 ? 1400 : left > 1500 ? 1200 : left;
        rig.put({.size = size, .dscp = kAf11, .ecn = 2});
        left -= size;
      }
      const std::uint64_t dropped = rig.dropped_packets;
      rig.put({.size = 100, .dscp = dscp});
      passes += rig.dropped_packets == dropped ? 'y' : 'n';
    }
    EXPECT_EQ(passes, one.passes) << one.inside;
  }
}

TEST(Wred, DefaultProfilesAreAFractionOfTheLimit) {
  WredConfig config = immediate();
  RouterRig rig(config);
  // 2500 B: beyond AFx3's 25 %, within the limits of AFx2 and AFx1.
  rig.put({.size = 1000, .ecn = 2});
  rig.put({.size = 1500, .ecn = 2});
  rig.events();
  rig.put({.size = 28, .dscp = kAf13});
  rig.put({.size = 28, .dscp = kAf43});
  EXPECT_EQ(rig.events(), "drop:3(early) drop:4(early)");
  rig.put({.size = 28, .dscp = kAf13, .ecn = 1});
  EXPECT_EQ(rig.events(), "mark:5 in:5");
}

// p_b = 0.5 for both profiles at 2000 B. After a signal the next packet of that profile has count
// 1: p_a = 0.5 / (1 - 0.5) = 1. The first packet of the other profile has count 0: p_a = 0.5.
TEST(Wred, CountsAreKeptByProfile) {
  WredConfig config = immediate();
  config.profiles = {{.dscp = {}, .min_threshold = 1, .max_threshold = 3999},
                     {.dscp = {1}, .min_threshold = 1, .max_threshold = 3999}};
  config.profiles[0].max_probability = config.profiles[1].max_probability = 1;
  config.ecn = false;
  int passed = 0;
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    RouterRig rig(config, link_of(64'000, 0, seed));
    rig.put({.size = 2000});  // finds 0
    while (rig.drops[DropReason::kEarly] == 0) {
      rig.put({.size = 100, .ecn = 2});
      rig.remove_if([](const Packet& packet) { return packet.size() == 100; });
    }
    const std::uint64_t dropped = rig.dropped_packets;
    rig.put({.size = 100, .dscp = 1, .ecn = 2});
    const bool pass = rig.dropped_packets == dropped;
    passed += pass ? 1 : 0;
    rig.remove_if([](const Packet& packet) { return packet.size() == 100; });
    const std::uint64_t again = rig.drops[DropReason::kEarly];
    rig.put({.size = 100});
    EXPECT_EQ(rig.drops[DropReason::kEarly], again + 1) << "profile a has count 1";
  }
  EXPECT_NEAR(passed, 200, 50);
}

// RFC 2597, sections 2 and 4: a higher drop precedence loses at least as much as a lower one, under
// any load. No packet overtakes another of its class, whatever their precedence. A flow below the
// class's share loses no packet of the lowest precedence.
TEST(Wred, AssuredForwardingOrdersLossByPrecedenceAndNeverReorders) {
  std::array<std::uint64_t, 3> lost_before{};
  for (const double load : {0.9, 1.1, 1.5, 2.0, 4.0}) {
    WredConfig config;
    config.limit.bytes = 30'000;
    RouterRig rig(config);
    RandomStream random(11, "af");
    std::array<std::uint64_t, 3> lost{};
    std::uint64_t last_out = 0;
    double credit = 0;
    for (int i = 0; i < 30'000; ++i) {
      const auto precedence = static_cast<std::size_t>(random.uniform() * 3);
      const auto size = 40 + static_cast<std::size_t>(random.uniform() * 1400);
      const std::uint64_t dropped = rig.dropped_packets;
      rig.put({.size = size, .dscp = static_cast<std::uint8_t>(kAf11 + 2 * precedence)});
      lost[precedence] += rig.dropped_packets - dropped;
      for (credit += static_cast<double>(size) / load; credit > 0 && rig.inside() > 0;) {
        const Packet packet = rig.take();
        EXPECT_GT(packet.id(), last_out);
        last_out = packet.id();
        credit -= packet.size();
      }
      credit = std::min(credit, 1500.0);
      rig.now += Duration::milliseconds(10);
    }
    EXPECT_LE(lost[0], lost[1]) << load;
    EXPECT_LE(lost[1], lost[2]) << load;
    if (load < 1) {
      EXPECT_EQ(lost[0], 0u);
    }
    if (load > 1) {
      EXPECT_LT(lost[0], lost[2]) << load;
    }
    for (std::size_t i = 0; i < lost.size(); ++i) EXPECT_GE(lost[i], lost_before[i]) << load;
    lost_before = lost;
  }
}

}  // namespace
}  // namespace seawind::test
