// SPDX-License-Identifier: GPL-3.0-or-later
// Channels beyond two alternating states: transition matrices, cycles, listeners.
#include <gtest/gtest.h>

#include <array>

#include "emulator/link/channel.h"
#include "tests/emulator/link/link_units.h"
#include "tests/support/test_hop.h"

namespace seawind::test {
namespace {

struct Change {
  std::int64_t ms;
  int state;
  bool operator==(const Change&) const = default;
};

std::vector<LinkEvent> realise(const ChannelConfig& config, std::uint64_t seed, Time until) {
  Scheduler scheduler;
  Recorder recorder;
  ChannelProcess channel(config, seed, scheduler, recorder);
  scheduler.run_until(until);
  return recorder.events;
}

std::vector<Change> changes(const ChannelConfig& config, Time until) {
  std::vector<Change> all;
  for (const LinkEvent& e : realise(config, 1, until)) {
    all.push_back({e.time.ns() / 1'000'000, e.code});
  }
  return all;
}

// D11: no loss, short loss, no loss, two bad seconds.
TEST(ChannelShapes, ACycleVisitsStatesAsOftenAsItListsThem) {
  const ChannelConfig config{
      .states = {{"clear", 10 * kSecond}, {"short", 0.2 * kSecond}, {"long", 2 * kSecond}},
      .cycle = {0, 1, 0, 2},
      .lead_in = {}};
  EXPECT_EQ(
      changes(config, at_ms(35'000)),
      (std::vector<Change>{
          {0, 0}, {10'000, 1}, {10'200, 0}, {20'200, 2}, {22'200, 0}, {32'200, 1}, {32'400, 0}}));
}

TEST(ChannelShapes, ACycleMayBeginAnywhereAndLeaveStatesOut) {
  const ChannelConfig config{.states = {{"a", kSecond}, {"b", kSecond}, {"c", kSecond}},
                             .cycle = {2, 1},
                             .lead_in = Duration::milliseconds(1500)};
  EXPECT_EQ(changes(config, at_ms(1500)), (std::vector<Change>{{0, 1}, {500, 2}, {1500, 1}}));
}

TEST(ChannelShapes, AStateThatFollowsItselfIsANewDwell) {
  const ChannelConfig config{.states = {{"a", kSecond, {1}}}, .cycle = {}, .lead_in = {}};
  EXPECT_EQ(changes(config, at_ms(2500)), (std::vector<Change>{{0, 0}, {1000, 0}, {2000, 0}}));
}

TEST(ChannelShapes, OneStateWithoutSuccessorStaysForEver) {
  const ChannelConfig config{.states = {{"a", kSecond}}, .cycle = {}, .lead_in = {}};
  EXPECT_EQ(changes(config, at_ms(100'000)), (std::vector<Change>{{0, 0}}));
}

// The shares of time equal the stationary law of the matrix weighted with the mean dwell times. 100
// hours are 200 000 dwells; tolerances exceed five standard errors.
TEST(ChannelShapes, AMatrixHasItsStationaryShares) {
  const std::array<std::array<double, 3>, 3> p{{{0, 0.7, 0.3}, {0.5, 0, 0.5}, {0.8, 0.1, 0.1}}};
  const std::array<double, 3> mean{1, 2, 3};
  ChannelConfig config{.states = {}, .cycle = {}, .lead_in = {}};
  for (std::size_t i = 0; i < 3; ++i) {
    config.states.push_back({"s", ExponentialValue{mean[i] * kSecond}, {p[i].begin(), p[i].end()}});
  }
  std::array<double, 3> visits{1, 0, 0};
  for (int round = 0; round < 1000; ++round) {
    std::array<double, 3> next{};
    for (std::size_t i = 0; i < 3; ++i) {
      for (std::size_t j = 0; j < 3; ++j) next[j] += visits[i] * p[i][j];
    }
    visits = next;
  }
  const auto events = realise(config, 11, at_ms(3'600'000LL * 100 / kShortened));
  std::array<double, 3> time{};
  std::array<std::array<double, 3>, 3> transitions{};
  std::array<double, 3> count{};
  for (std::size_t i = 1; i < events.size(); ++i) {
    time[events[i - 1].code] += (events[i].time - events[i - 1].time).in_seconds();
    ++count[events[i - 1].code];
    ++transitions[events[i - 1].code][events[i].code];
  }
  const double all_time = time[0] + time[1] + time[2];
  double weight = 0;
  for (std::size_t i = 0; i < 3; ++i) weight += visits[i] * mean[i];
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_NEAR(time[i] / all_time, visits[i] * mean[i] / weight, 0.006 * kWidened) << i;
    EXPECT_NEAR(time[i] / count[i] / mean[i], 1, 0.025 * kWidened) << i;
    for (std::size_t j = 0; j < 3; ++j) {
      EXPECT_NEAR(transitions[i][j] / count[i], p[i][j], 0.012 * kWidened) << i << j;
    }
  }
}

TEST(ChannelShapes, TransitionsDoNotDependOnTheLawsOfDwelling) {
  const auto visited = [](const ValueConfig& dwell) {
    ChannelConfig config{.states = {{"a", dwell, {0, 0.5, 0.5}},
                                    {"b", dwell, {0.3, 0.3, 0.4}},
                                    {"c", dwell, {0.9, 0.1, 0}}},
                         .cycle = {},
                         .lead_in = {}};
    std::vector<int> states;
    for (const LinkEvent& e : realise(config, 5, at_ms(3'600'000))) states.push_back(e.code);
    states.resize(300);
    return states;
  };
  EXPECT_EQ(visited(kSecond), visited(UniformValue{0.1 * kSecond, 3 * kSecond}));
  EXPECT_EQ(visited(kSecond), visited(ExponentialValue{kSecond}));
}

struct Listener : ChannelListener {
  ChannelProcess* channel = nullptr;
  std::vector<std::pair<std::size_t, std::uint64_t>> seen;
  void dwell_began() override { seen.emplace_back(channel->current(), channel->dwell()); }
};

TEST(ChannelShapes, ListenersAreCalledAtTheInstantAndDwellsCountFromBeforeTheLeadIn) {
  Scheduler scheduler;
  Recorder recorder;
  ChannelProcess channel({.states = {{"a", kSecond}, {"b", 2 * kSecond}},
                          .cycle = {},
                          .lead_in = Duration::milliseconds(3500)},
                         1, scheduler, recorder);
  Listener listener;
  listener.channel = &channel;
  channel.add(listener);
  EXPECT_EQ(channel.current(), 0u);
  EXPECT_EQ(channel.dwell(), 2u);
  scheduler.run_until(at_ms(500) - Duration::nanoseconds(1));
  EXPECT_EQ(channel.dwell(), 2u);
  EXPECT_TRUE(listener.seen.empty());
  scheduler.run_until(at_ms(500));
  scheduler.run_until(at_ms(2500));
  using Seen = std::pair<std::size_t, std::uint64_t>;
  EXPECT_EQ(listener.seen, (std::vector<Seen>{{1, 3}, {0, 4}}));
  channel.remove(listener);
  scheduler.run_until(at_ms(9000));
  EXPECT_EQ(listener.seen.size(), 2u);
}

}  // namespace
}  // namespace seawind::test
