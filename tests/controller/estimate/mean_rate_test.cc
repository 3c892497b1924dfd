// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/estimate/mean_rate.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "emulator/api/link_rules.h"

namespace seawind {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;

Distribution exponential(double mean, double min, double max, Distribution::Truncation rule) {
  Distribution d;
  auto& law = *d.mutable_exponential();
  law.set_mean(mean);
  law.set_min(min);
  law.set_max(max);
  law.set_truncation(rule);
  return d;
}

TEST(MeanRateTest, MeansOfDistributions) {
  // The value that params.proto gives for the reference links' dwell times.
  EXPECT_NEAR(expected_value(exponential(10, 5, 15, Distribution::REDRAW)), 9.18, 0.005);
  EXPECT_NEAR(expected_value(exponential(10, 5, 15, Distribution::CLAMP)), 8.83, 0.005);
  Distribution d;
  EXPECT_EQ(expected_value(d), 0);
  d.mutable_exponential()->set_mean(3);
  EXPECT_EQ(expected_value(d), 3);
  d.mutable_uniform()->set_min(2);
  d.mutable_uniform()->set_max(6);
  EXPECT_EQ(expected_value(d), 4);
  d.mutable_pareto()->set_scale(2);
  d.mutable_pareto()->set_shape(1.5);
  EXPECT_NEAR(expected_value(d), 6, 1e-9);
  d.mutable_pareto()->set_shape(1);  // no mean: the median
  EXPECT_NEAR(expected_value(d), 4, 1e-9);
  auto& mixture = *d.mutable_mixture();
  for (const auto& [weight, value] : {std::pair(80, 1.0), std::pair(20, 11.0)}) {
    auto& part = *mixture.add_parts();
    part.set_weight(weight);
    part.set_min(value);
    part.set_max(value);
  }
  EXPECT_NEAR(expected_value(d), 3, 1e-9);
  for (const double q : {0.0, 1.0, 4.0}) d.mutable_empirical()->add_quantiles(q);
  EXPECT_NEAR(expected_value(d), (0.5 + 2.5) / 2, 1e-9);
  for (const double value : {1.0, 2.0, 6.0}) d.mutable_list()->add_values(value);
  EXPECT_EQ(expected_value(d), 3);
}

ChannelState& add_state(Channel& channel, const char* name, double dwell) {
  auto& state = *channel.add_states();
  state.set_name(name);
  state.mutable_dwell()->set_fixed(dwell);
  return state;
}

TEST(MeanRateTest, SharesOfStates) {
  Channel channel;
  EXPECT_THAT(state_shares(channel), ElementsAre(1));
  add_state(channel, "good", 3);
  add_state(channel, "bad", 1);
  EXPECT_THAT(state_shares(channel), ElementsAre(0.75, 0.25));
  for (const char* name : {"good", "bad", "bad", "bad"}) channel.add_cycle(name);
  EXPECT_THAT(state_shares(channel), ElementsAre(0.5, 0.5));
  channel.clear_cycle();
  // Transitions that alternate; equal to a channel without transitions.
  (*channel.mutable_states(0)->mutable_transitions())["bad"] = 1;
  (*channel.mutable_states(1)->mutable_transitions())["good"] = 1;
  EXPECT_THAT(state_shares(channel), ElementsAre(DoubleNear(0.75, 1e-6), DoubleNear(0.25, 1e-6)));
  // The bad state repeats with probability 0.5, so it is visited twice as often.
  (*channel.mutable_states(1)->mutable_transitions())["good"] = 0.5;
  (*channel.mutable_states(1)->mutable_transitions())["bad"] = 0.5;
  EXPECT_THAT(state_shares(channel), ElementsAre(DoubleNear(0.6, 1e-6), DoubleNear(0.4, 1e-6)));
}

TEST(MeanRateTest, IsTheRateLeftForPackets) {
  LinkProfile link;
  auto& down = *link.mutable_downlink();
  down.mutable_rate_base()->set_fixed(64'000);
  down.set_user_max_rate(1);
  EXPECT_EQ(mean_rate(link, true), 64'000);
  down.mutable_error_probability()->set_fixed(0.25);
  EXPECT_EQ(mean_rate(link, true), 48'000);
  down.clear_error_probability();
  down.set_user_max_rate(4);
  EXPECT_EQ(mean_rate(link, true), 256'000);
  down.mutable_available_rate()->set_fixed(2);
  EXPECT_EQ(mean_rate(link, true), 128'000);
  down.set_background_load(3);
  down.set_bgl_average_rate(8'000);
  EXPECT_EQ(mean_rate(link, true), 104'000);
  down.set_bgl_load_type(LinkDirection::ON_OFF);  // the average is over on and off
  down.mutable_bgl_on()->set_fixed(2e9);
  down.mutable_bgl_off()->set_fixed(6e9);
  EXPECT_EQ(mean_rate(link, true), 104'000);
  down.set_bgl_average_rate(64'000);  // more than the rate: a fair share
  EXPECT_EQ(mean_rate(link, true), 32'000);
  down.clear_background_load();
  auto& spike = *link.add_spikes();
  spike.mutable_interval()->set_fixed(30e9);
  spike.mutable_length()->set_fixed(10e9);
  spike.set_affects(UPLINK);
  EXPECT_EQ(mean_rate(link, true), 128'000);
  spike.set_affects(BOTH);
  EXPECT_EQ(mean_rate(link, true), 96'000);
}

TEST(MeanRateTest, RatesByStateScheduleAndTrace) {
  LinkProfile link;
  add_state(*link.mutable_channel(), "good", 3);
  add_state(*link.mutable_channel(), "bad", 1);
  auto& down = *link.mutable_downlink();
  down.mutable_rate_base()->set_fixed(64'000);
  down.mutable_propagation_delay()->set_fixed(0.2e9);
  auto& bad = (*down.mutable_states())["bad"];
  bad.mutable_rate_base()->set_fixed(32'000);
  bad.mutable_propagation_delay()->set_fixed(0.6e9);
  EXPECT_EQ(mean_rate(link, true), 56'000);
  EXPECT_NEAR(mean_delay(link, true), 0.3, 1e-9);

  LinkProfile scheduled;
  auto& schedule = *scheduled.mutable_downlink()->mutable_rate_schedule();
  for (const auto& [at, rate] : {std::pair(0, 300'000), std::pair(4, 100'000)}) {
    auto& step = *schedule.add_steps();
    step.set_at(at * 1'000'000'000LL);
    step.set_rate(rate);
  }
  EXPECT_EQ(mean_rate(scheduled, true), 100'000);  // the last rate stays
  schedule.set_period(5'000'000'000);
  EXPECT_EQ(mean_rate(scheduled, true), (4 * 300'000 + 100'000) / 5);

  LinkProfile traced;
  auto& trace = *traced.mutable_uplink()->mutable_delivery_trace();
  trace.set_opportunity_bytes(1500);
  for (const int ms : {250, 500, 500, 1000}) trace.add_at_ms(ms);
  EXPECT_EQ(mean_rate(traced, false), 48'000);
}

}  // namespace
}  // namespace seawind
