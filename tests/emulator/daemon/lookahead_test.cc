// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/daemon/lookahead.h"

#include <gtest/gtest.h>

#include "tests/emulator/daemon/fakes.h"

namespace seawind {
namespace {

using test::us;

DirectionConfig with_delays(const std::vector<ValueConfig>& delays) {
  DirectionConfig direction;
  for (const ValueConfig& delay : delays)
    direction.states.push_back({.rate = 1e6, .propagation_delay = delay});
  return direction;
}

TEST(Lookahead, IsTheLeastDelayOfBothDirectionsAllStatesAndTimedChanges) {
  HopConfig config;
  config.downlink = with_delays({us(400), us(300)});
  config.uplink = with_delays({UniformValue{250e3, 900e3}});
  EXPECT_EQ(lookahead_of(config), us(250));
  HopConfig later = config;
  later.downlink = with_delays({us(70)});
  config.changes.push_back(
      {.at = Time() + us(5), .config = std::make_shared<const HopConfig>(later)});
  EXPECT_EQ(lookahead_of(config), us(70));
}

TEST(Lookahead, IsNoneWithAStageThatMaySendAtOnce) {
  HopConfig config;
  config.downlink = with_delays({us(400)});
  config.uplink = with_delays({us(400)});
  config.uplink.stages.emplace_back(PacketControl{});
  EXPECT_EQ(lookahead_of(config), us(0));
}

TEST(Lookahead, IsNoneWhereADelayCanBeZero) {
  HopConfig config;
  config.downlink = with_delays({us(400)});
  config.uplink = with_delays({ExponentialValue{.mean = 1e6}});
  EXPECT_EQ(lookahead_of(config), us(0));
}

}  // namespace
}  // namespace seawind
