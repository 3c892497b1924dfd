// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include "tests/emulator/link/link_units.h"
#include "tests/emulator/link/rate_rig.h"

namespace seawind::test {
namespace {

DirectionConfig scheduled(std::vector<RateSchedule::Step> steps, Duration period = {},
                          bool from_first_packet = false) {
  DirectionConfig config = plain_direction(1, {});
  config.rate_source = std::make_shared<const RateSchedule>(
      RateSchedule{std::move(steps), period, from_first_packet});
  return config;
}
Duration s(std::int64_t n) {
  return Duration::seconds(n);
}

// D10: 300 to 10 kbit/s.
TEST(RateSchedule, AFrameTakesTheRateOfTheInstantItStartsAndKeepsIt) {
  const DirectionConfig config = scheduled({{s(0), 300'000}, {s(1), 10'000}});
  for (const bool before : {true, false}) {
    RateRig rig(config);
    rig.offer(at_ms(1000) - (before ? kNs : Duration()), 1000);
    EXPECT_EQ(rig.ends[0] - rig.starts[0],
              before ? Duration::nanoseconds(26'666'667) : Duration::milliseconds(800));
  }
}

TEST(RateSchedule, RepeatsWithItsPeriodAndEmitsEveryChange) {
  RateRig rig(scheduled({{s(0), 64'000}, {s(2), 32'000}, {s(3), 32'000}}, s(5)));
  rig.scheduler.run_until(at_ms(7000));
  EXPECT_EQ(rig.events_of(EventKind::kRateChange),
            (TimedValues{{0, 64'000}, {2000, 32'000}, {5000, 64'000}, {7000, 32'000}}));
  EXPECT_EQ(rig.rate.rate(), 32'000);
  RateRig once(scheduled({{s(0), 64'000}, {s(2), 32'000}}));
  once.scheduler.run_until(at_ms(1'000'000));
  EXPECT_EQ(once.rate.rate(), 32'000);
  EXPECT_EQ(once.scheduler.pending(), 0u);
}

TEST(RateSchedule, NoFrameStartsWhileTheRateIsZeroAndTheWaitIsKnown) {
  RateRig rig(scheduled({{s(0), 8000}, {s(1), 0}, {s(2), 0}, {s(3), 16'000}}, s(4)));
  rig.offer(at_ms(1000) - kNs, 2000);  // keeps its rate across the gap
  rig.offer(at_ms(1000), 1000);
  rig.scheduler.run_until(at_ms(20'000));
  EXPECT_EQ(rig.starts, (std::vector<Time>{at_ms(1000) - kNs, at_ms(3000)}));
  EXPECT_EQ(rig.ends[0], at_ms(3000) - kNs);
  EXPECT_EQ(rig.ends[1], at_ms(3500));
  RateRig waiting(scheduled({{s(0), 0}, {s(3), 16'000}}, s(4)));
  waiting.offer(at_ms(100), 1000);
  EXPECT_EQ(waiting.answer, at_ms(3000));
  waiting.scheduler.run_until(at_ms(3000) - kNs);
  EXPECT_EQ(waiting.wakes, 0);
  waiting.scheduler.run_until(at_ms(4500));
  waiting.offer(at_ms(4500), 1000);
  EXPECT_EQ(waiting.answer, at_ms(7000));  // in the next round
  EXPECT_EQ(waiting.events_of(EventKind::kBlocked), (TimedValues{{0, 0}, {4000, 0}}));
  EXPECT_EQ(waiting.events_of(EventKind::kUnblocked), (TimedValues{{3000, 0}}));
  RateRig never(scheduled({{s(0), 8000}, {s(1), 0}}));
  never.offer(at_ms(2000), 1);
  EXPECT_EQ(never.answer, Time::max());
}

TEST(RateSchedule, MayStartAtTheFirstPacket) {
  RateRig rig(scheduled({{s(0), 8000}, {s(1), 16'000}}, {}, true));
  rig.scheduler.run_until(at_ms(10'000));
  EXPECT_EQ(rig.rate.rate(), 8000);
  rig.offer(at_ms(10'000), 1000);  // ends at 11 s, the time of the next step
  rig.offer(at_ms(10'500), 1000);
  rig.scheduler.run_until(at_ms(20'000));
  EXPECT_EQ(rig.ends, (std::vector<Time>{at_ms(11'000), at_ms(11'500)}));
}

TEST(RateControl, AnEqualScheduleContinuesAnotherStartsNow) {
  RateRig rig(scheduled({{s(0), 8000}, {s(10), 16'000}}));
  rig.scheduler.run_until(at_ms(5000));
  rig.reconfigure(scheduled({{s(0), 8000}, {s(10), 16'000}}));
  rig.scheduler.run_until(at_ms(10'000));
  EXPECT_EQ(rig.rate.rate(), 16'000);
  rig.reconfigure(scheduled({{s(0), 1000}, {s(10), 2000}}));
  rig.scheduler.run_until(at_ms(20'000) - kNs);
  EXPECT_EQ(rig.rate.rate(), 1000);
  rig.scheduler.run_until(at_ms(20'000));
  EXPECT_EQ(rig.rate.rate(), 2000);
}

TEST(RateControl, AFrameThatWaitsForTheOldSourceIsSentByTheNewOne) {
  RateRig rig(scheduled({{s(0), 0}, {s(100), 8000}}));
  rig.offer(at_ms(0), 1000);
  rig.scheduler.run_until(at_ms(5000));
  rig.reconfigure(plain_direction(16'000, {}));
  EXPECT_TRUE(rig.starts.empty());  // frames do not start inside the call
  rig.scheduler.run_until(at_ms(6000));
  EXPECT_EQ(rig.starts, std::vector<Time>{at_ms(5000)});
  EXPECT_EQ(rig.events_of(EventKind::kUnblocked), (TimedValues{{5000, 0}}));
  // The events of the old model have no effect; it is destroyed after them.
  rig.scheduler.run_until(at_ms(200'000));
  rig.reconfigure(plain_direction(8000, {}));
  rig.offer(at_ms(200'000), 1000);
  EXPECT_EQ(rig.ends.back(), at_ms(201'000));
}

// The default rate of a shaper in front is the schedule's largest if it stands still at the start.
TEST(RateSchedule, AShaperInFrontSendsThoughTheScheduleBeginsWithNothing) {
  HopConfig config;
  config.downlink = scheduled({{s(0), 0}, {s(1), 64'000}});
  config.downlink.router = std::make_shared<const RouterConfig>(RouterConfig{TokenBucketConfig{}});
  config.uplink = plain_direction(64'000, {});
  TestHop rig(config);
  for (int i = 0; i < 10; ++i) rig.send(kDown, 800);
  rig.run_until(at_ms(1'999));
  EXPECT_EQ(rig.delivered[0].size(), 9U);
  rig.run_until(at_ms(2'000));
  EXPECT_EQ(rig.delivered[0].size(), 10U);
}

// A shaper that is changed with the schedule takes its rate from the new one.
TEST(RateSchedule, AShaperThatChangesWithItTakesItsRate) {
  HopConfig config;
  const auto shaper = std::make_shared<const RouterConfig>(RouterConfig{TokenBucketConfig{}});
  config.downlink = scheduled({{s(0), 6'400}});
  config.downlink.router = shaper;
  config.uplink = plain_direction(64'000, {});
  TestHop rig(config);
  config.downlink = scheduled({{s(0), 64'000}});
  config.downlink.router = std::make_shared<const RouterConfig>(*shaper);
  rig.hop.reconfigure(config);
  for (int i = 0; i < 10; ++i) rig.send(kDown, 800);
  rig.run_until(at_ms(1'000));
  EXPECT_EQ(rig.delivered[0].size(), 10U);
}

TEST(RateSchedule, BucketsOfAnotherRouterBeginFull) {
  HopConfig config;
  config.downlink = scheduled({{s(0), 8'000'000}});
  config.downlink.router = tail_drop_router({.bytes = 100'000});
  config.uplink = plain_direction(64'000, {});
  TestHop rig(config);
  TokenBucketConfig police;
  police.police = true;
  config.downlink.router = std::make_shared<const RouterConfig>(RouterConfig{police});
  rig.run_until(at_ms(1));
  rig.hop.reconfigure(config);
  for (int i = 0; i < 8; ++i) rig.send(kDown, 1000);  // the default burst is 10 ms of the link
  rig.run_until(at_ms(100));
  EXPECT_EQ(rig.delivered[0].size(), 8U);
}

TEST(RateSchedule, AShaperKeepsTheRateAtItsStartWhateverElseChanges) {
  HopConfig config;
  config.downlink = scheduled({{s(0), 64'000}, {s(2), 6'400}, {s(4), 64'000}});
  config.downlink.router = std::make_shared<const RouterConfig>(RouterConfig{TokenBucketConfig{}});
  config.uplink = plain_direction(64'000, {});
  TestHop rig(config);
  rig.run_until(at_ms(3'000));
  config.uplink.states.front().propagation_delay = 10e6;
  rig.hop.reconfigure(config);
  rig.run_until(at_ms(4'000));
  for (int i = 0; i < 10; ++i) rig.send(kDown, 800);
  rig.run_until(at_ms(5'000));
  EXPECT_EQ(rig.delivered[0].size(), 10U);
}

}  // namespace
}  // namespace seawind::test
