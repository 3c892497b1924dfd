// SPDX-License-Identifier: GPL-3.0-or-later
// The state process: a function of seed and time; two states that alternate, cycles, matrices of
// transitions, listeners.
#include "emulator/link/channel_process.h"

#include <gtest/gtest.h>

#include <array>

#include "tests/emulator/link/link_units.h"
#include "tests/support/test_hop.h"

namespace seawind::test {
namespace {

struct Change {
  Time time;
  int state;
  bool operator==(const Change&) const = default;
};

std::vector<Change> changes_of(const Recorder& recorder) {
  std::vector<Change> changes;
  for (const LinkEvent& event : recorder.events) {
    if (event.kind == EventKind::kStateChange) changes.push_back({event.time, event.code});
  }
  return changes;
}

std::vector<Change> realise(const ChannelConfig& config, std::uint64_t seed, Time until) {
  Scheduler scheduler;
  Recorder recorder;
  ChannelProcess channel(config, seed, scheduler, recorder);
  scheduler.run_until(until);
  return changes_of(recorder);
}

constexpr Time kHour = at_ms(3'600'000);

// 50 hours: about 15 000 dwells of each state; tolerances exceed five standard errors.
struct MeanCase {
  Truncation truncation;
  double good;
  double bad;
  double bad_share;
};
class ChannelMeans : public testing::TestWithParam<MeanCase> {};
TEST_P(ChannelMeans, AreThoseOfTheLinkModel) {
  const auto changes =
      realise(two_state_channel(GetParam().truncation), 5, Time() + (kHour - Time()) * 50);
  double sum[2] = {};
  int count[2] = {};
  for (std::size_t i = 2; i < changes.size(); ++i) {  // the start truncates the first dwell
    const int state = changes[i - 1].state;
    ASSERT_NE(state, changes[i].state);  // strict alternation
    const double dwell = (changes[i].time - changes[i - 1].time).in_seconds();
    ASSERT_GE(dwell, state == 0 ? 5.0 : 1.4);
    ASSERT_LE(dwell, state == 0 ? 15.0 : 4.0);
    sum[state] += dwell;
    ++count[state];
  }
  EXPECT_NEAR(sum[0] / count[0], GetParam().good, 0.13);
  EXPECT_NEAR(sum[1] / count[1], GetParam().bad, 0.04);
  EXPECT_NEAR(sum[1] / (sum[0] + sum[1]), GetParam().bad_share, 0.003);
}
INSTANTIATE_TEST_SUITE_P(LinkModel, ChannelMeans,
                         testing::Values(MeanCase{Truncation::kRedraw, 9.18, 2.48, 0.213},
                                         MeanCase{Truncation::kClamp, 8.83, 2.32, 0.208}));

TEST(Channel, TheLeadInSkipsOverTheSameSequence) {
  ChannelConfig config = two_state_channel();
  config.lead_in = Duration();
  const auto whole = realise(config, 9, kHour);
  config.lead_in = Duration::seconds(19);
  const auto later = realise(config, 9, kHour - config.lead_in);
  ASSERT_GT(later.size(), 100u);
  EXPECT_EQ(later.front().time, Time());
  const std::size_t skipped = whole.size() - later.size();
  EXPECT_EQ(later.front().state, whole[skipped].state);
  for (std::size_t i = 1; i < later.size(); ++i) {
    EXPECT_EQ(later[i].time + config.lead_in, whole[skipped + i].time);
    EXPECT_EQ(later[i].state, whole[skipped + i].state);
  }
}

// After 19 s either state can be current. The bad state's share of time makes it current for about
// one seed in five.
TEST(Channel, AfterTheLeadInEitherStateCanBeCurrent) {
  int bad = 0;
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    bad += realise(two_state_channel(), seed, Time()).front().state;
  }
  EXPECT_GT(bad, 2000 / 10);
  EXPECT_LT(bad, 2000 / 2);
}

TEST(Channel, DependsOnTheSeed) {
  EXPECT_NE(realise(two_state_channel(), 1, kHour), realise(two_state_channel(), 2, kHour));
}

TEST(Channel, OneUniformPerDwellWhateverTheDistribution) {
  // The second state's dwells are independent of the distribution of the first state's dwells
  // (fixed, uniform, exponential).
  std::vector<std::vector<std::int64_t>> second;
  for (const ValueConfig& law : {ValueConfig{FixedValue{1e9}}, ValueConfig{UniformValue{1e9, 2e9}},
                                 ValueConfig{ExponentialValue{1e9, 0.5e9, 2e9}}}) {
    const auto changes =
        realise({.states = {{"a", law}, {"b", UniformValue{1e9, 3e9}}}, .lead_in = {}}, 4, kHour);
    std::vector<std::int64_t> dwells;
    for (std::size_t i = 2; i < changes.size() && dwells.size() < 500; ++i) {
      if (changes[i - 1].state == 1) dwells.push_back((changes[i].time - changes[i - 1].time).ns());
    }
    second.push_back(dwells);
  }
  EXPECT_EQ(second[0].size(), 500u);
  EXPECT_EQ(second[0], second[1]);
  EXPECT_EQ(second[0], second[2]);
}

// The same seed gives the same channel without traffic, under heavy traffic in both directions,
// with other rates, errors and buffers, and with a reconfiguration.
TEST(Channel, IsTheSameWhateverTrafficAndParameters) {
  HopConfig config;
  config.seed = 77;
  config.channel = two_state_channel();
  config.downlink = config.uplink = arq_direction(4);
  const auto load = [](TestHop& rig, int milliseconds, std::size_t size) {
    for (int i = 0; i < 600'000 / milliseconds; ++i) {
      rig.send_at(at_ms(i * milliseconds), i % 3 == 0 ? kUp : kDown, size);
    }
    rig.run_until(at_ms(600'000));
    return changes_of(rig.recorder);
  };
  TestHop idle(config);
  idle.run_until(at_ms(600'000));
  const auto expected = changes_of(idle.recorder);
  ASSERT_GT(expected.size(), 50u);
  TestHop busy(config);
  EXPECT_EQ(load(busy, 50, 576), expected);
  HopConfig other = config;
  other.downlink = other.uplink = arq_direction(1);
  for (auto& state : other.downlink.states) {
    state.rate = 1'000'000;
    state.error_probability = 0.3;
    state.error_delay = UniformValue{1e6, 9e8};
  }
  TestHop different(other);
  EXPECT_EQ(load(different, 7, 1500), expected);
  TestHop changed(config);
  changed.call_at(at_ms(100'000), [&] { changed.hop.reconfigure(other); });
  EXPECT_EQ(load(changed, 20, 200), expected);
}

// D11: no loss, short loss, no loss, two bad seconds.
TEST(ChannelShapes, ACycleVisitsStatesAsOftenAsItListsThem) {
  const ChannelConfig config{
      .states = {{"clear", 10 * kSecond}, {"short", 0.2 * kSecond}, {"long", 2 * kSecond}},
      .cycle = {0, 1, 0, 2},
      .lead_in = {}};
  EXPECT_EQ(realise(config, 1, at_ms(35'000)), (std::vector<Change>{{at_ms(0), 0},
                                                                    {at_ms(10'000), 1},
                                                                    {at_ms(10'200), 0},
                                                                    {at_ms(20'200), 2},
                                                                    {at_ms(22'200), 0},
                                                                    {at_ms(32'200), 1},
                                                                    {at_ms(32'400), 0}}));
}

TEST(ChannelShapes, ACycleMayBeginAnywhereAndLeaveStatesOut) {
  const ChannelConfig config{.states = {{"a", kSecond}, {"b", kSecond}, {"c", kSecond}},
                             .cycle = {2, 1},
                             .lead_in = Duration::milliseconds(1500)};
  EXPECT_EQ(realise(config, 1, at_ms(1500)),
            (std::vector<Change>{{at_ms(0), 1}, {at_ms(500), 2}, {at_ms(1500), 1}}));
}

TEST(ChannelShapes, AStateThatFollowsItselfIsANewDwell) {
  const ChannelConfig config{.states = {{"a", kSecond, {1}}}, .cycle = {}, .lead_in = {}};
  EXPECT_EQ(realise(config, 1, at_ms(2500)),
            (std::vector<Change>{{at_ms(0), 0}, {at_ms(1000), 0}, {at_ms(2000), 0}}));
}

TEST(ChannelShapes, OneStateWithoutSuccessorStaysForEver) {
  const ChannelConfig config{.states = {{"a", kSecond}}, .cycle = {}, .lead_in = {}};
  EXPECT_EQ(realise(config, 1, at_ms(100'000)), (std::vector<Change>{{at_ms(0), 0}}));
}

// The shares of time equal the stationary distribution of the matrix weighted with the mean dwell
// times. 100 hours are 200 000 dwells; tolerances exceed five standard errors.
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
  const auto changes = realise(config, 11, at_ms(3'600'000LL * 100 / kShortened));
  std::array<double, 3> time{};
  std::array<std::array<double, 3>, 3> transitions{};
  std::array<double, 3> count{};
  for (std::size_t i = 1; i < changes.size(); ++i) {
    time[changes[i - 1].state] += (changes[i].time - changes[i - 1].time).in_seconds();
    ++count[changes[i - 1].state];
    ++transitions[changes[i - 1].state][changes[i].state];
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

TEST(ChannelShapes, TransitionsDoNotDependOnTheDistributionsOfDwelling) {
  const auto visited = [](const ValueConfig& dwell) {
    ChannelConfig config{.states = {{"a", dwell, {0, 0.5, 0.5}},
                                    {"b", dwell, {0.3, 0.3, 0.4}},
                                    {"c", dwell, {0.9, 0.1, 0}}},
                         .cycle = {},
                         .lead_in = {}};
    std::vector<int> states;
    for (const Change& change : realise(config, 5, kHour)) states.push_back(change.state);
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
