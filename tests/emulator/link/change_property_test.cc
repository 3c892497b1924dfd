// SPDX-License-Identifier: GPL-3.0-or-later
// Changes of a running link (emulator/link/hop_direction.h, "Live changes") that must make no
// difference, in random configurations under random traffic: of two hops that are alike, one is
// changed.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "tests/emulator/router/random_tree.h"
#include "tests/support/random_hop.h"
#include "tests/support/test_hop.h"

namespace seawind::test {
namespace {

std::shared_ptr<const RouterConfig> any_router(RandomHop& draw) {
  RandomTree tree(static_cast<std::uint64_t>(draw.between(1, 1'000'000)),
                  {.shapers = draw.chance(0.5)});
  return std::make_shared<const RouterConfig>(RouterConfig{tree.make()});
}

std::vector<std::uint8_t> any_packet(RandomHop& draw) {
  std::vector<std::uint8_t> bytes = ipv4_udp(static_cast<std::size_t>(draw.between(28, 1600)), 1000,
                                             static_cast<std::uint16_t>(draw.between(0, 7)));
  bytes[1] = static_cast<std::uint8_t>(draw.between(0, 255));  // DSCP and ECN
  return bytes;
}

class TwoHops {
 public:
  TwoHops(const HopConfig& config, const HopConfig& of_other, RandomHop& draw)
      : one(config), other(of_other), draw_(draw) {}

  void run_for(Duration length) {
    const Time until = one.scheduler.now() + length;
    one.run_until(until);
    other.run_until(until);
  }
  /// Runs for a random time and sends both hops the same packets.
  void traffic() {
    run_for(draw_.up_to_ms(draw_.chance(0.1) ? 2000 : 30));
    const Direction direction = draw_.chance(0.5) ? kDown : kUp;
    for (auto burst = draw_.between(1, 5); burst > 0; --burst) {
      const std::vector<std::uint8_t> bytes = any_packet(draw_);
      one.send(direction, bytes);
      other.send(direction, bytes);
    }
  }
  /// As traffic(), of the second hop alone.
  void traffic_of_other() {
    run_for(draw_.up_to_ms(30));
    const Direction direction = draw_.chance(0.5) ? kDown : kUp;
    for (auto burst = draw_.between(1, 5); burst > 0; --burst)
      other.send(direction, any_packet(draw_));
  }
  void forget_events() {
    one.recorder.events.clear();
    other.recorder.events.clear();
  }
  /// Deliveries are among the events.
  void expect_same_events(Direction direction) const {
    const auto expected = events_of(one, direction);
    const auto found = events_of(other, direction);
    const auto [a, b] = std::ranges::mismatch(expected, found);
    if (a != expected.end() || b != found.end())
      ADD_FAILURE() << "event " << a - expected.begin() << " of " << expected.size() << ": "
                    << (a == expected.end() ? "none" : text_of(*a)) << " and "
                    << (b == found.end() ? "none" : text_of(*b));
  }

  TestHop one;
  TestHop other;

 private:
  // time, kind, packet, size, value, code
  using Event =
      std::tuple<std::int64_t, EventKind, std::uint64_t, std::uint32_t, std::int64_t, std::uint8_t>;
  static std::vector<Event> events_of(const TestHop& rig, Direction direction) {
    std::vector<Event> out;
    std::map<std::uint64_t, std::uint64_t> numbers;  // of the packets, in the order of events
    for (const LinkEvent& e : rig.recorder.events)
      if (e.direction == direction && e.kind != EventKind::kParameterChange)
        out.emplace_back(e.time.ns(), e.kind,
                         numbers.try_emplace(e.packet, numbers.size()).first->second, e.size,
                         e.value, e.code);
    return out;
  }
  static std::string text_of(const Event& event) {
    const auto [time, kind, packet, size, value, code] = event;
    return fmt::format("{} ns {} packet {} size {} value {} code {}", time, to_string(kind), packet,
                       size, value, code);
  }

  RandomHop& draw_;
};

class ChangeProperty : public testing::TestWithParam<int> {
 protected:
  static constexpr int kRounds = 24 / kShortened;
  bool reordering_ = false;
  RandomHop draw_{static_cast<std::uint64_t>(GetParam()), any_router};
  HopConfig any_hop() {
    reordering_ = draw_.chance(0.2);
    return draw_.hop(reordering_);
  }
};

TEST_P(ChangeProperty, ToWhatIsConfiguredMakesNoDifference) {
  for (int round = 0; round < kRounds; ++round) {
    SCOPED_TRACE(round);
    const HopConfig config = any_hop();
    TwoHops hops(config, config, draw_);
    for (int i = 0; i < 200; ++i) {
      hops.traffic();
      if (draw_.chance(0.1)) hops.other.hop.reconfigure(config);
    }
    hops.run_for(Duration::seconds(60));
    for (const Direction direction : {kDown, kUp}) hops.expect_same_events(direction);
  }
}

TEST_P(ChangeProperty, OfOneDirectionMakesNoDifferenceToTheOther) {
  const auto make_independent = [](HopConfig& config) {
    config.shared_delay = false;
    for (DirectionConfig* one : {&config.downlink, &config.uplink}) {
      one->stages.clear();  // they act on both
      one->framing.link_reset = false;
    }
  };
  for (int round = 0; round < kRounds; ++round) {
    SCOPED_TRACE(round);
    HopConfig config = any_hop();
    make_independent(config);
    TwoHops hops(config, config, draw_);
    for (int i = 0; i < 200; ++i) {
      hops.traffic();
      if (!draw_.chance(0.05)) continue;
      HopConfig next = config;
      draw_.renew(next, reordering_);
      make_independent(next);
      config.uplink = next.uplink;
      hops.other.hop.reconfigure(config);
    }
    hops.run_for(Duration::seconds(60));
    hops.expect_same_events(kDown);
  }
}

// The end of a block would let packets pass between the two changes.
TEST_P(ChangeProperty, InTwoStepsAtOneInstantIsOneChange) {
  for (int round = 0; round < kRounds; ++round) {
    SCOPED_TRACE(round);
    HopConfig config = any_hop();
    TwoHops hops(config, config, draw_);
    for (int i = 0; i < 200; ++i) {
      hops.traffic();
      if (!draw_.chance(0.05)) continue;
      HopConfig half = config;
      draw_.renew(config, reordering_);
      config.spikes = half.spikes;
      config.outages = half.outages;
      half.downlink = config.downlink;
      hops.one.hop.reconfigure(config);
      hops.other.hop.reconfigure(half);
      hops.other.hop.reconfigure(config);
    }
    hops.run_for(Duration::seconds(60));
    for (const Direction direction : {kDown, kUp}) hops.expect_same_events(direction);
  }
}

// All but what begins with the change, or draws while no packet passes (docs/reference/link.md).
TEST_P(ChangeProperty, BeforeTheFirstPacketIsAsIfConfiguredSo) {
  const auto use_no_random_numbers_when_idle = [](HopConfig& config) {
    for (DirectionConfig* one : {&config.downlink, &config.uplink}) {
      one->background = {};
      if (std::holds_alternative<std::shared_ptr<const RateSchedule>>(one->rate_source))
        one->rate_source = {};
      for (StateParameters& state : one->states) {
        state.available_rate.reset();
        state.rate_change_interval.reset();
      }
    }
  };
  for (int round = 0; round < kRounds; ++round) {
    SCOPED_TRACE(round);
    HopConfig before = any_hop();
    HopConfig config = before;
    draw_.renew(config, reordering_);
    before.spikes = config.spikes;
    before.outages = config.outages;
    use_no_random_numbers_when_idle(before);
    use_no_random_numbers_when_idle(config);
    TwoHops hops(config, before, draw_);
    hops.run_for(draw_.up_to_ms(20'000));
    hops.other.hop.reconfigure(config);
    hops.forget_events();
    for (int i = 0; i < 50; ++i) hops.traffic();
    hops.run_for(Duration::seconds(60));
    for (const Direction direction : {kDown, kUp}) hops.expect_same_events(direction);
  }
}

// Of a configuration that draws nothing and has no classes whose turns and debts stay.
TEST_P(ChangeProperty, WhenAllHasLeftNothingOfTheFormerLinkIsLeft) {
  const auto draw_nothing = [this](HopConfig& config) {
    config.spikes.clear();
    config.outages.clear();
    for (DirectionConfig* one : {&config.downlink, &config.uplink}) {
      one->background = {};
      one->rate_source = {};
      one->loss_pattern = {};
      one->output = {};
      if (one->router) {
        RandomTree tree(static_cast<std::uint64_t>(draw_.between(1, 1'000'000)),
                        {.with_memory = false});
        one->router = std::make_shared<const RouterConfig>(RouterConfig{tree.make()});
      }
      for (StateParameters& state : one->states) {
        state.error_probability = 0;
        state.propagation_delay = draw_.up_to_ms(300);
        state.random_delay_probability = 0;
        state.available_rate.reset();
        state.user_max_rate = 1;
        state.rate_change_interval.reset();
        if (!state.allocation_delay) continue;
        state.allocation_delay = draw_.up_to_ms(100);
        state.link_idle_timeout = draw_.up_to_ms(100);
      }
    }
  };
  for (int round = 0; round < kRounds; ++round) {
    SCOPED_TRACE(round);
    HopConfig before = any_hop();
    before.channel.states.clear();
    HopConfig config = before;
    draw_.renew(config, reordering_);
    draw_nothing(config);
    draw_.renew(before, reordering_);
    TwoHops hops(config, before, draw_);
    for (int i = 0; i < 100; ++i) hops.traffic_of_other();
    hops.other.hop.reconfigure(config);
    if (draw_.chance(0.5))
      for (int i = 0; i < 20; ++i) hops.traffic_of_other();
    hops.run_for(Duration::seconds(600));
    hops.forget_events();
    for (int i = 0; i < 100; ++i) hops.traffic();
    hops.run_for(Duration::seconds(600));
    for (const Direction direction : {kDown, kUp}) hops.expect_same_events(direction);
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, ChangeProperty, testing::Range(1, 11));

}  // namespace
}  // namespace seawind::test
