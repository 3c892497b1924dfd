// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/spec/hop_spec.h"

#include <gmock/gmock.h>

#include "emulator/api/link.pb.h"
#include "tests/support/proto_text.h"

namespace seawind {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::StartsWith;
using testing::UnorderedElementsAre;

constexpr char kBase[] = R"(
  link {
    channel {
      states { name: "good" dwell { exponential { mean: 1e10 min: 5e9 max: 15e9 } } }
      states { name: "bad" dwell { fixed: 2e9 } }
      lead_in: 19000000000
    }
    downlink {
      rate_base { fixed: 64000 }  propagation_delay { fixed: 300000000 }  link_send_buffer_size { bytes: 12000 }
      adapter_slots: 2  queue_max_length: 1
      error_handling: DELAY_ITERATE  error_delay_function { fixed: 7e8 }
      delay_drop_threshold: 2801000000  link_layer_ack_emulation: true
      states { key: "bad" value { error_probability { fixed: 0.6 }  rate_base { fixed: 32000 } } }
    }
    uplink { rate_base { fixed: 64000 }  link_send_buffer_size { packets: 20 } }
  }
  downlink_router { root { tail_drop { limit { bytes: 11520 } } } }
  seed: 7
)";

HopSpec spec(const std::string& more = "") {
  auto out = test::parsed<HopSpec>(kBase);
  out.MergeFrom(test::parsed<HopSpec>(more));
  return out;
}

std::vector<std::string> problems_of(const HopSpec& from) {
  std::vector<std::string> problems;
  hop_config(from, problems);
  return problems;
}

TEST(HopSpec, EveryFieldArrives) {
  std::vector<std::string> problems;
  const HopConfig hop = hop_config(spec(), problems);
  ASSERT_THAT(problems, IsEmpty());
  EXPECT_EQ(hop.seed, 7U);
  EXPECT_EQ(hop.channel.lead_in, Duration::seconds(19));
  ASSERT_EQ(hop.channel.states.size(), 2U);
  EXPECT_EQ(hop.channel.states[0].name, "good");
  const auto& dwell = std::get<ExponentialValue>(hop.channel.states[0].dwell);
  EXPECT_EQ(dwell.mean, 1e10);
  EXPECT_EQ(dwell.min, 5e9);
  EXPECT_EQ(dwell.max, 15e9);
  EXPECT_EQ(dwell.truncation, Truncation::kRedraw);
  const DirectionConfig& down = hop.downlink;
  EXPECT_EQ(down.max_packet_size, 2048);
  EXPECT_EQ(std::get<TailDropConfig>(down.router->root).limit.bytes, 11520);
  EXPECT_EQ(down.input.adapter_slots, 2);
  EXPECT_EQ(down.input.limit.packets, 1);
  EXPECT_EQ(down.send_buffer.bytes, 12000);
  EXPECT_TRUE(down.receive_buffer.unlimited());
  EXPECT_TRUE(down.link_layer_acks);
  EXPECT_EQ(down.ack_release, AckRelease::kCumulative);
  EXPECT_EQ(down.release, ReleaseOrder::kInOrder);
  ASSERT_EQ(down.states.size(), 2U);
  EXPECT_EQ(down.states[0].rate.fixed_value(), 64000);
  EXPECT_EQ(down.states[0].error_probability.fixed_value(), 0);
  EXPECT_EQ(down.states[1].rate.fixed_value(), 32000);
  EXPECT_EQ(down.states[1].error_probability.fixed_value(), 0.6);
  for (const StateParameters& state : down.states) {
    EXPECT_EQ(state.propagation_delay.fixed_value(), 3e8);
    EXPECT_EQ(state.error_handling, ErrorHandling::kDelayIterate);
    EXPECT_EQ(std::get<FixedValue>(state.error_delay).value, 7e8);
    EXPECT_EQ(state.delay_drop_threshold, Duration::milliseconds(2801));
  }
  EXPECT_EQ(hop.uplink.router, nullptr);
  EXPECT_FALSE(hop.uplink.input.limit.packets.has_value());
  EXPECT_EQ(hop.uplink.send_buffer.packets, 20);
  EXPECT_EQ(hop.uplink.states.size(), 2U);
}

TEST(HopSpec, WithoutChannelStatesThereIsOneSetOfParameters) {
  HopSpec one = spec();
  one.mutable_link()->clear_channel();
  one.mutable_link()->mutable_downlink()->clear_states();
  std::vector<std::string> problems;
  EXPECT_EQ(hop_config(one, problems).downlink.states.size(), 1U);
  EXPECT_THAT(problems, IsEmpty());
}

TEST(HopSpec, AStatesDistributionReplacesTheWholeDistribution) {
  const HopSpec two = spec(R"(link { downlink { states { key: "bad" value {
      error_probability { fixed: 0.6 } error_delay_function { uniform { min: 1 max: 2 } } } } } })");
  std::vector<std::string> problems;
  const HopConfig hop = hop_config(two, problems);
  ASSERT_THAT(problems, IsEmpty());
  EXPECT_EQ(std::get<UniformValue>(hop.downlink.states[1].error_delay).max, 2);
  EXPECT_EQ(std::get<FixedValue>(hop.downlink.states[0].error_delay).value, 7e8);
}

TEST(HopSpec, CrossFieldProblemsAreNamedWhole) {
  EXPECT_THAT(
      problems_of(spec("link { uplink { queue_max_length: 1 } }")),
      ElementsAre("link.uplink.queue_max_length: holds packets back, but there is no router "
                  "to queue them"));
  EXPECT_THAT(problems_of(spec(R"(link { uplink { states { key: "worse" value {} } } })")),
              ElementsAre("link.uplink.states.worse: the channel has no state `worse`"));
  EXPECT_THAT(problems_of(spec(
                  "link { uplink { error_probability { fixed: 0.1 } error_handling: DELAY } }")),
              Contains(StartsWith("link.uplink.error_probability: `uplink` in the state `good`: "
                                  "corrupted packets would be retransmitted without any delay")));
  EXPECT_THAT(
      problems_of(spec(R"(link { channel { states { name: "bad" dwell { fixed: 1e9 } } } })")),
      ElementsAre("link.channel.states[2].name: two channel states are named `bad`"));
}

TEST(HopSpec, ProblemsOfEveryKindComeTogether) {
  const std::vector<std::string> problems = problems_of(spec(R"(
      link { downlink { rate_base { fixed: 0 } error_probability { fixed: 1.5 } } uplink { queue_max_length: 1 } })"));
  EXPECT_THAT(problems,
              UnorderedElementsAre(testing::StartsWith("link.downlink.rate_base: "),
                                   testing::StartsWith("link.downlink.error_probability: "),
                                   testing::StartsWith("link.uplink.queue_max_length: ")));
  EXPECT_THAT(problems_of(HopSpec()), testing::Contains("link: is missing"));
}

TEST(HopSpec, AChangeKeepsTheSeedAndTheChannel) {
  EXPECT_THAT(change_problems(spec(), spec("link { downlink { rate_base { fixed: 1 } } }")),
              IsEmpty());
  EXPECT_THAT(change_problems(spec(), spec("seed: 8 link { channel { lead_in: 1 } }")),
              ElementsAre("seed: the running link has 7; it cannot change",
                          "link.channel: differs from the running link's; it cannot change"));
}

TEST(HopSpec, ManyProblemsSuppressCrossFieldRules) {
  HopSpec wanted = spec();
  for (int i = 0; i < 300; ++i) wanted.mutable_link()->mutable_channel()->add_states();
  std::vector<std::string> problems;
  hop_config(wanted, problems);
  EXPECT_GE(problems.size(), 300u);
  EXPECT_THAT(problems, testing::Not(Contains(testing::HasSubstr("at most 256"))));
}

}  // namespace
}  // namespace seawind
