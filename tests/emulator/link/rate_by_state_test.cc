// SPDX-License-Identifier: GPL-3.0-or-later
// rate_base times channels: by state, random, redrawn on a timer, changed live.
#include <gtest/gtest.h>

#include "tests/emulator/link/link_units.h"
#include "tests/emulator/link/rate_rig.h"

namespace seawind::test {
namespace {

StateParameters channels(std::int64_t base, std::int64_t most) {
  StateParameters state;
  state.rate = base;
  state.user_max_rate = most;
  return state;
}
DirectionConfig by_state(std::vector<StateParameters> states) {
  DirectionConfig config;
  config.states = std::move(states);
  return config;
}
ChannelConfig two(double first = 10 * kSecond, double second = 5 * kSecond) {
  return {.states = {{"a", first}, {"b", second}}, .cycle = {}, .lead_in = {}};
}

TEST(RateByState, IsTheRateOfAChannelTimesTheUsersChannels) {
  RateRig rig(by_state({channels(8000, 1), channels(4000, 4)}), two());
  rig.offer(at_ms(0), 1000);
  EXPECT_EQ(rig.ends[0], at_ms(1000));
  rig.offer(at_ms(10'000) - kNs, 1000);  // keeps its rate across the change
  rig.offer(at_ms(10'000) - kNs, 1000);
  rig.scheduler.run_until(at_ms(14'000));
  EXPECT_EQ(rig.ends[1], at_ms(11'000) - kNs);
  EXPECT_EQ(rig.ends[2], at_ms(11'500) - kNs);
  EXPECT_EQ(rig.events_of(EventKind::kRateChange), (TimedValues{{0, 8000}, {10'000, 16'000}}));
  rig.scheduler.run_until(at_ms(15'000));
  EXPECT_EQ(rig.rate.rate(), 8000);
}

TEST(RateByState, AtTheInstantOfAChangeTheNewRateHoldsWhateverTheOrderOfEvents) {
  // The sender's event of that instant was scheduled before the channel's.
  Scheduler scheduler;
  RateRig rig(by_state({channels(8000, 1), channels(80'000, 1)}), two());
  rig.scheduler.at(at_ms(10'000), [&rig] {
    rig.queue.push_back({at_ms(10'000), 1000});
    rig.serve();
  });
  rig.scheduler.run_until(at_ms(11'000));
  EXPECT_EQ(rig.ends, std::vector<Time>{at_ms(10'100)});
}

TEST(RateByState, AvailableChannelsAreAtMostTheUsersAndRounded) {
  for (const auto& [available, rate] : {std::pair{3.4, 3000}, {3.6, 4000}, {9.0, 5000}}) {
    StateParameters state = channels(1000, 5);
    state.available_rate = available;
    RateRig rig(by_state({state}));
    EXPECT_EQ(rig.rate.rate(), rate);
  }
}

TEST(RateByState, ItsFirstRateIsReportedUnlessItIsConstant) {
  EXPECT_TRUE(RateRig(by_state({channels(1000, 5)})).events_of(EventKind::kRateChange).empty());
  StateParameters fewer = channels(1000, 5);
  fewer.available_rate = 2.0;
  EXPECT_EQ(RateRig(by_state({fewer})).events_of(EventKind::kRateChange), (TimedValues{{0, 2000}}));
  // A constant rate that replaces a source.
  DirectionConfig traced = by_state({channels(1000, 5)});
  traced.rate_source = std::make_shared<const DeliveryTrace>(
      DeliveryTrace{.at_ms = {1, 2}, .opportunity_bytes = 1000});
  RateRig rig(traced);
  rig.scheduler.run_until(at_ms(50));
  rig.reconfigure(by_state({channels(1000, 5)}));
  EXPECT_EQ(rig.events_of(EventKind::kRateChange), (TimedValues{{0, 8'000'000}, {50, 5000}}));
}

TEST(RateByState, WithoutChannelsNothingStartsUntilThereAreSome) {
  StateParameters none = channels(8000, 2);
  none.available_rate = 0;
  RateRig rig(by_state({none, channels(8000, 2)}), two());
  rig.offer(at_ms(1000), 1000);
  EXPECT_EQ(rig.answer, Time::max());
  rig.scheduler.run_until(at_ms(10'000) - kNs);
  EXPECT_TRUE(rig.starts.empty());
  rig.scheduler.run_until(at_ms(16'000));
  EXPECT_EQ(rig.starts, std::vector<Time>{at_ms(10'000)});
  EXPECT_EQ(rig.events_of(EventKind::kBlocked), (TimedValues{{0, 0}, {15'000, 0}}));
  EXPECT_EQ(rig.events_of(EventKind::kUnblocked), (TimedValues{{10'000, 0}}));
}

TEST(RateByState, TheTimerDrawsTheChannelsAnew) {
  StateParameters state = channels(1000, 8);
  state.available_rate =
      ListValue{std::make_shared<const std::vector<double>>(std::vector<double>{2, 0, 7, 7, 1})};
  state.rate_change_interval = 2 * kSecond;
  RateRig rig(by_state({state}));
  rig.scheduler.run_until(at_ms(11'000));
  EXPECT_EQ(rig.events_of(EventKind::kRateChange),
            (TimedValues{{0, 2000}, {2000, 0}, {4000, 7000}, {8000, 1000}, {10'000, 2000}}));
  rig.scheduler.run_until(at_ms(12'000));
  rig.offer(at_ms(12'000), 125);
  EXPECT_EQ(rig.rate.rate(), 0);
  rig.scheduler.run_until(at_ms(15'000));
  EXPECT_EQ(rig.starts, std::vector<Time>{at_ms(14'000)});
}

TEST(RateByState, EveryStateBeginsTheTimerAnew) {
  StateParameters state = channels(1000, 8);
  state.available_rate = UniformValue{0.5, 8.5};
  state.rate_change_interval = 4 * kSecond;
  RateRig rig(by_state({state, state}), two(10 * kSecond, 3 * kSecond));
  rig.scheduler.run_until(at_ms(25'000));
  for (const auto& [ms, rate] : rig.events_of(EventKind::kRateChange)) {
    EXPECT_TRUE(ms == 0 || ms == 4000 || ms == 8000 || ms == 10'000 || ms == 13'000 ||
                ms == 17'000 || ms == 21'000 || ms == 23'000)
        << ms;
  }
  EXPECT_GE(rig.events_of(EventKind::kRateChange).size(), 4u);
}

// available_rate uniform over 1..4 (rounded from [0.5, 4.5)): the mean rate over many draws.
TEST(RateByState, DrawnRatesHaveTheirMeanAndDependOnTheSeedAlone) {
  StateParameters state = channels(1000, 4);
  state.available_rate = UniformValue{0.5, 4.5};
  state.rate_change_interval = kSecond;
  const auto realise = [&](bool traffic, std::uint64_t seed) {
    RateRig rig(by_state({state}), {}, seed);
    std::vector<std::int64_t> rates;
    for (int second = 0; second < 20'000 / kShortened; ++second) {
      const Time middle = at_ms(second * 1000 + 500);
      if (traffic) {
        rig.offer(middle, 100 + second % 1000);
      } else {
        rig.scheduler.run_until(middle);
      }
      rates.push_back(rig.rate.rate());
    }
    return rates;
  };
  const auto rates = realise(false, 1);
  EXPECT_EQ(rates, realise(true, 1));
  EXPECT_NE(rates, realise(false, 2));
  double sum = 0;
  for (const std::int64_t r : rates) sum += static_cast<double>(r);
  EXPECT_NEAR(sum / static_cast<double>(rates.size()), 2500, 40 * kWidened);
}

TEST(RateByState, ALiveChangeTakesTheNewValuesAtOnceAndWakes) {
  StateParameters none = channels(8000, 1);
  none.available_rate = 0;
  RateRig rig(by_state({none}));
  rig.offer(at_ms(0), 1000);
  rig.scheduler.run_until(at_ms(3000));
  rig.reconfigure(by_state({channels(16'000, 1)}));
  rig.scheduler.run_until(at_ms(10'000));
  EXPECT_EQ(rig.starts, std::vector<Time>{at_ms(3000)});
  EXPECT_EQ(rig.ends, std::vector<Time>{at_ms(3500)});
  EXPECT_EQ(rig.events_of(EventKind::kRateChange), (TimedValues{{0, 0}, {3000, 16'000}}));
}

TEST(RateByState, ALiveChangeLooksTheDrawUpInTheNewDistribution) {
  StateParameters state = channels(1000, 1);
  state.rate = UniformValue{1000, 2000};
  RateRig rig(by_state({state}), two(3600 * kSecond));
  const std::int64_t before = rig.rate.rate();
  state.rate = UniformValue{2000, 4000};
  rig.reconfigure(by_state({state}));
  EXPECT_NEAR(static_cast<double>(rig.rate.rate()), static_cast<double>(2 * before), 2);
}

TEST(RateByState, ALiveChangeOfTheIntervalBeginsTheTimerAnew) {
  StateParameters state = channels(1000, 8);
  state.available_rate = UniformValue{0.5, 8.5};
  state.rate_change_interval = 100 * kSecond;
  RateRig rig(by_state({state}));
  rig.scheduler.run_until(at_ms(1000));
  state.rate_change_interval = 5 * kSecond;
  rig.reconfigure(by_state({state}));
  rig.scheduler.run_until(at_ms(60'000));
  const auto changes = rig.events_of(EventKind::kRateChange);
  ASSERT_GE(changes.size(), 5u);
  for (std::size_t i = 1; i < changes.size(); ++i) EXPECT_EQ(changes[i].first % 5000, 1000);
}

}  // namespace
}  // namespace seawind::test
