// SPDX-License-Identifier: GPL-3.0-or-later
// A parameter that is a list takes its values one after the other, whenever it is used; a list of
// one channel state goes on when that state begins again.
#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "emulator/link/allocation_gate.h"
#include "emulator/link/delay.h"
#include "emulator/link/error_model.h"
#include "tests/emulator/link/link_units.h"
#include "tests/emulator/link/rate_rig.h"
#include "tests/support/test_hop.h"

namespace seawind::test {
namespace {

ListValue list(std::vector<double> values, std::uint32_t owner = 0) {
  return {std::make_shared<const std::vector<double>>(std::move(values)), owner};
}

/// States a and b in turn, one second each.
ChannelConfig in_turn() {
  ChannelConfig config;
  config.states = {{"a", 1 * kSecond, {}}, {"b", 1 * kSecond, {}}};
  return config;
}

TEST(List, OfTheDwellsOfAStateIsItsOwn) {
  ChannelConfig config = in_turn();
  config.states[0].dwell = list({1 * kSecond, 2 * kSecond}, 1);
  config.states[1].dwell = list({3 * kSecond, 4 * kSecond}, 2);
  Scheduler scheduler;
  Recorder recorder;
  const ChannelProcess channel(config, 1, scheduler, recorder);
  scheduler.run_until(at_ms(15'000));
  std::vector<Time> changes;
  for (const LinkEvent& event : recorder.events) changes.push_back(event.time);
  EXPECT_EQ(changes, (std::vector<Time>{at_ms(0), at_ms(1000), at_ms(4000), at_ms(6000),
                                        at_ms(10'000), at_ms(11'000), at_ms(14'000)}));
}

/// Errors of states a and b, and attempts in the middle of their dwells.
struct ErrorRig {
  explicit ErrorRig(std::vector<StateParameters> states)
      : channel(in_turn(), 1, scheduler, recorder) {
    configs.push_back(std::make_shared<DirectionConfig>());
    configs.back()->states = std::move(states);
    errors.emplace(1, kDown, channel, *configs.back());
  }

  void reconfigure(std::vector<StateParameters> states) {
    const DirectionState::Configs former(configs.begin(), configs.end());
    configs.push_back(std::make_shared<DirectionConfig>());
    configs.back()->states = std::move(states);
    errors->reconfigure(*configs.back(), former);
  }
  bool loses(int dwell) {
    run_to(dwell);
    return errors->corrupted(*configs.back(), 100);
  }
  void run_to(int dwell) { scheduler.run_until(at_ms(1000 * dwell + 500)); }
  std::vector<int> losing(int from, int to) {
    std::vector<int> out;
    for (int dwell = from; dwell < to; ++dwell)
      if (loses(dwell)) out.push_back(dwell);
    return out;
  }

  Scheduler scheduler;
  Recorder recorder;
  ChannelProcess channel;
  std::vector<std::shared_ptr<DirectionConfig>> configs;
  std::optional<ErrorModel> errors;
};

TEST(List, OfErrorProbabilitiesGoesOnWheneverAStateWithItBegins) {
  const auto losing = [](std::vector<StateParameters> states) {
    return ErrorRig(std::move(states)).losing(0, 10);
  };
  StateParameters own;
  own.error_probability = list({0, 1}, 1);
  EXPECT_EQ(losing({own, {}}), (std::vector<int>{2, 6}));
  StateParameters both;
  both.error_probability = list({0, 0, 1});
  EXPECT_EQ(losing({both, both}), (std::vector<int>{2, 5, 8}));
  EXPECT_EQ(losing({both}), (std::vector<int>{2, 5, 8}));
  EXPECT_EQ(losing({own, both}), (std::vector<int>{2, 5, 6}));
}

TEST(List, OfErrorProbabilitiesThatReplacesAnotherBeginsWhateverIsSent) {
  StateParameters state;
  state.error_probability = list({0, 0, 1});
  ErrorRig rig({state});
  EXPECT_FALSE(rig.loses(0));
  rig.run_to(1);
  state.error_probability = list({1, 0, 0});
  rig.reconfigure({state});
  EXPECT_EQ(rig.losing(1, 4), std::vector<int>{1});
  EXPECT_FALSE(rig.errors->corrupted(*rig.configs.front(), 100));

  rig.reconfigure({StateParameters{}, StateParameters{}});
  rig.run_to(4);  // state a; nothing is sent in this dwell
  state.error_probability = list({0, 1, 0, 0}, 1);
  rig.reconfigure({state, {}});
  EXPECT_EQ(rig.losing(5, 9), std::vector<int>{6});
  rig.run_to(9);  // state b
  state.error_probability = list({1, 0}, 1);
  rig.reconfigure({state, {}});
  EXPECT_EQ(rig.losing(9, 16), (std::vector<int>{10, 14}));
}

TEST(List, OfErrorProbabilitiesGoesOnForFramesOfBefore) {
  StateParameters state;
  state.error_probability = list({0, 1, 0, 1});
  ErrorRig rig({state});
  rig.run_to(0);
  rig.reconfigure({StateParameters{}});
  for (const bool lost : {false, true, false, true}) {
    EXPECT_FALSE(rig.errors->corrupted(*rig.configs.back(), 100));
    EXPECT_EQ(rig.errors->corrupted(*rig.configs.front(), 100), lost);
    rig.scheduler.run_until(rig.scheduler.now() + Duration::seconds(1));
  }
}

TEST(List, OfErrorProbabilitiesGoesOnWhenAnotherStateGetsAValueOfItsOwn) {
  StateParameters state;
  state.error_probability = list({0, 1, 1, 0, 0, 0, 1});
  ErrorRig rig({state, state});
  EXPECT_EQ(rig.losing(0, 9), (std::vector<int>{1, 2, 6, 8}));
  StateParameters fixed;
  fixed.error_probability = 0;
  rig.reconfigure({state, fixed});
  EXPECT_EQ(rig.losing(8, 13), (std::vector<int>{8, 10}));
}

TEST(List, OfRatesThatReplacesAnotherBegins) {
  StateParameters state;
  state.rate = list({4000, 400});
  DirectionConfig config;
  config.states = {state};
  RateRig rig(config);
  config.states[0].rate = list({8000, 800});
  rig.scheduler.run_until(at_ms(1000));
  rig.reconfigure(config);
  config.states[0].rate = list({8000, 800});  // the same, read again
  rig.scheduler.run_until(at_ms(2000));
  rig.reconfigure(config);
  rig.scheduler.run_until(at_ms(3000));
  EXPECT_EQ(rig.events_of(EventKind::kRateChange), (TimedValues{{0, 4000}, {1000, 8000}}));
}

TEST(List, OfRatesGoesOnWithStatesAndTimer) {
  StateParameters own;
  own.rate = list({1000, 2000, 3000}, 1);
  StateParameters other;
  other.rate = 9000;
  DirectionConfig config;
  config.states = {own, other};
  RateRig rig(config, in_turn());
  rig.scheduler.run_until(at_ms(7500));
  EXPECT_EQ(rig.events_of(EventKind::kRateChange), (TimedValues{{0, 1000},
                                                                {1000, 9000},
                                                                {2000, 2000},
                                                                {3000, 9000},
                                                                {4000, 3000},
                                                                {5000, 9000},
                                                                {6000, 1000},
                                                                {7000, 9000}}));
}

TEST(List, OfRandomDelaysGivesTheNextValueToEachPacketThatIsDelayed) {
  DelayModel model(1, kDown, false);
  StateParameters state;
  state.random_delay_probability = 0.3;
  state.random_delay_length = list({1e6, 2e6, 3e6});
  std::vector<double> ms;
  for (int i = 0; i < 50; ++i) {
    const Duration delay = model.random_delay(state);
    if (delay > Duration()) ms.push_back(delay.in_milliseconds());
  }
  ASSERT_GT(ms.size(), 5u);
  for (std::size_t i = 0; i < ms.size(); ++i) EXPECT_EQ(ms[i], 1 + i % 3) << i;
}

TEST(List, OfAllocationDelaysGivesTheNextValueToEachAllocation) {
  struct None : Progress {
    void make_progress() override {}
  } progress;
  Scheduler scheduler;
  Recorder recorder;
  const EventEmitter emit(kDown, scheduler, recorder);
  AllocationGate gate(1, scheduler, emit, progress, nullptr);
  StateParameters state;
  state.allocation_delay = list({1e6, 2e6, 3e6});
  state.link_idle_timeout = 1 * kSecond;
  std::vector<double> waits;
  for (const int ready : {0, 500, 2000, 2500, 3000, 5000, 7000}) {
    scheduler.run_until(at_ms(ready));
    const Time start = gate.open_at(state, at_ms(ready));
    waits.push_back((start - at_ms(ready)).in_milliseconds());
    scheduler.run_until(start);
    gate.started(start);
  }
  EXPECT_EQ(waits, (std::vector<double>{1, 0, 2, 0, 0, 3, 1}));
}

}  // namespace
}  // namespace seawind::test
