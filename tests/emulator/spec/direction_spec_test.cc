// SPDX-License-Identifier: GPL-3.0-or-later
// Every key of a profile reaches the engine's configuration; every rule between keys is reported.
#include <gmock/gmock.h>

#include "common/config_reader.h"
#include "emulator/api/link.pb.h"
#include "emulator/api/link_rules.h"
#include "emulator/spec/hop_spec.h"
#include "tests/support/proto_text.h"

namespace seawind {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

HopSpec with_downlink(const std::string& downlink, const std::string& link = "") {
  const bool by_clock = downlink.find("rate_schedule") != std::string::npos ||
                        downlink.find("delivery_trace") != std::string::npos;
  return test::parsed<HopSpec>(
      std::string("link { downlink { ") + (by_clock ? "" : "rate_base { fixed: 64000 } ") +
      "link_send_buffer_size { bytes: 12000 } " + downlink +
      "} uplink { rate_base { fixed: 64000 } link_send_buffer_size { bytes: 12000 } } " + link +
      " }");
}

HopConfig config(const std::string& downlink, const std::string& link = "") {
  std::vector<std::string> problems;
  HopConfig hop = hop_config(with_downlink(downlink, link), problems);
  EXPECT_THAT(problems, IsEmpty()) << downlink;
  return hop;
}

TEST(DirectionSpec, AListOfOneStateIsItsOwn) {
  const HopConfig hop = config(
      "propagation_delay { list { values: 1 values: 2 } } "
      "states { key: \"b\" value { error_probability { list { values: 0 values: 1 } } } }",
      "channel { states { name: \"a\" dwell { fixed: 1e9 } } "
      "states { name: \"b\" dwell { list { values: 1e9 values: 2e9 } } } }");
  const auto owner = [](const ValueConfig& value) { return std::get<ListValue>(value).owner; };
  EXPECT_EQ(owner(hop.downlink.states[0].propagation_delay), 0u);
  EXPECT_EQ(owner(hop.downlink.states[1].propagation_delay), 0u);
  EXPECT_EQ(owner(hop.downlink.states[1].error_probability), 2u);
  EXPECT_EQ(owner(hop.channel.states[1].dwell), 2u);
}

TEST(DirectionSpec, BackgroundPacketsHaveTheOverheadOfTheOthers) {
  const std::string load = "background_load: 1 bgl_average_rate: 8000 bgl_packet_size: 100 ";
  const std::string added = load + "link_overhead: 6 protocol_overhead_per_packet: 7 ";
  EXPECT_EQ(config(load).downlink.background.overhead, 0);
  EXPECT_EQ(config(added).downlink.background.overhead, 13);
  EXPECT_EQ(config(added + "fragmentation: true fragment_size: 30").downlink.background.overhead,
            31);
}

TEST(DirectionSpec, QueuesAndFraming) {
  const DirectionConfig d =
      config(
          "queue_max_length: 5 queue_max_size: 3000 queue_max_delay: 7000000 "
          "queue_overflow_handling: OVERFLOW_DROP queue_drop_policy: HEAD drop_on_shrink: true "
          "fragmentation: true fragment_size: 30 byte_stream: true reassembly: false "
          "link_overhead: 6 protocol_overhead_per_packet: 7 release_order: SPACED "
          "error_handling: RETRANSMIT max_retransmissions: 6 link_reset: true "
          "output_dropper { probability: 0.5 list: 3 list: 4 period: 10 }")
          .downlink;
  EXPECT_EQ(d.input.limit.packets, 5);
  EXPECT_EQ(d.input.limit.bytes, 3000);
  EXPECT_EQ(d.input.max_delay, Duration::milliseconds(7));
  EXPECT_EQ(d.input.overflow, OverflowHandling::kDrop);
  EXPECT_EQ(d.input.drop, DropPolicy::kHead);
  EXPECT_TRUE(d.drop_on_shrink);
  EXPECT_EQ(d.framing.fragment_size, 30);
  EXPECT_TRUE(d.framing.byte_stream);
  EXPECT_FALSE(d.framing.reassembly);
  EXPECT_EQ(d.framing.link_overhead, 6);
  EXPECT_EQ(d.framing.protocol_overhead_per_packet, 7);
  EXPECT_TRUE(d.framing.link_reset);
  EXPECT_EQ(d.release, ReleaseOrder::kSpaced);
  EXPECT_EQ(d.states[0].error_handling, ErrorHandling::kRetransmit);
  EXPECT_EQ(d.states[0].max_retransmissions, 6);
  EXPECT_EQ(d.output.probability, 0.5);
  EXPECT_THAT(d.output.list.positions, ElementsAre(3U, 4U));
  EXPECT_EQ(d.output.list.period, 10U);
}

TEST(DirectionSpec, RatesGatesAndLoad) {
  const DirectionConfig d =
      config(
          "user_max_rate: 4 available_rate { uniform { min: 1 max: 4 } } "
          "rate_change_interval { fixed: 5e9 } allocation_delay { fixed: 1e8 } "
          "link_idle_timeout { fixed: 2e9 } random_delay_probability: 0.1 "
          "random_delay_length { fixed: 3e8 } error_rate_type: BIT "
          "propagation_delay { normal { mean: 1e8 deviation: 1e7 } } "
          "delay_redraw_interval: 500000 "
          "background_load: 3 bgl_load_type: ON_OFF bgl_average_rate: 8000 bgl_on { fixed: 1e9 } "
          "bgl_off { fixed: 2e9 } bgl_user_priority: HIGH bgl_output_handling: WRITE "
          "bgl_max_users_per_channel: 8 bgl_packet_size: 100")
          .downlink;
  const StateParameters& s = d.states[0];
  EXPECT_EQ(s.user_max_rate, 4);
  EXPECT_EQ(std::get<UniformValue>(*s.available_rate).max, 4);
  EXPECT_EQ(s.rate_change_interval->fixed_value(), 5e9);
  EXPECT_EQ(s.allocation_delay->fixed_value(), 1e8);
  EXPECT_EQ(s.link_idle_timeout.fixed_value(), 2e9);
  EXPECT_EQ(s.random_delay_probability, 0.1);
  EXPECT_EQ(s.random_delay_length.fixed_value(), 3e8);
  EXPECT_EQ(s.error_unit, ErrorUnit::kBit);
  EXPECT_EQ(std::get<NormalValue>(s.propagation_delay).max, 3600e9);  // the parameter's own bound
  EXPECT_EQ(d.delay_redraw_interval, Duration::microseconds(500));
  EXPECT_EQ(d.background.users, 3);
  EXPECT_EQ(d.background.type, BackgroundLoad::Type::kOnOff);
  EXPECT_EQ(d.background.average_rate, 8000);
  EXPECT_EQ(d.background.on.fixed_value(), 1e9);
  EXPECT_EQ(d.background.off.fixed_value(), 2e9);
  EXPECT_EQ(d.background.priority, BackgroundLoad::Priority::kHigh);
  EXPECT_EQ(d.background.output, BackgroundLoad::Output::kWrite);
  EXPECT_EQ(d.background.max_users_per_channel, 8);
  EXPECT_EQ(d.background.packet_size, 100);
}

TEST(DirectionSpec, SourcesPatternsClassesAndStages) {
  const auto schedule = config(
      "rate_schedule { steps { rate: 5 } steps { at: 10 rate: 6 } period: 20000000 "
      "from_first_packet: true }");
  const auto& steps = *std::get<std::shared_ptr<const RateSchedule>>(schedule.downlink.rate_source);
  ASSERT_EQ(steps.steps.size(), 2U);
  EXPECT_EQ(steps.steps[1].rate, 6);
  EXPECT_TRUE(steps.from_first_packet);
  const auto traced = config("delivery_trace { at_ms: 1 at_ms: 4 opportunity_bytes: 1500 }");
  const auto& trace = *std::get<std::shared_ptr<const DeliveryTrace>>(traced.downlink.rate_source);
  EXPECT_THAT(trace.at_ms, ElementsAre(1, 4));
  EXPECT_EQ(trace.opportunity_bytes, 1500);
  const auto ge = config("loss_pattern { gilbert_elliott { p: 0.1 loss_good: 0.01 } }");
  EXPECT_EQ(std::get<GilbertElliott>(ge.downlink.loss_pattern).r, 1);
  EXPECT_EQ(std::get<GilbertElliott>(ge.downlink.loss_pattern).loss_good, 0.01);
  const DirectionConfig d =
      config(
          "persistency_classes { name: 'rt' dscp: 46 protocols: 17 persistency: 50000000 "
          "in_order: false } stages { fast_reset {} } stages { packet_control { threshold: 9 "
          "data_filter: false } } stages { drop_from_head { limit { packets: 7 } } } "
          "stages { lifetime_discard { headercasting: true } } "
          "loss_pattern { times { intervals { from: 1 to: 2 } } }")
          .downlink;
  EXPECT_THAT(d.persistency_classes[0].dscp, ElementsAre(46));
  EXPECT_FALSE(d.persistency_classes[0].in_order);
  EXPECT_EQ(d.persistency_classes[0].persistency, Duration::milliseconds(50));
  ASSERT_EQ(d.stages.size(), 4U);
  EXPECT_TRUE(std::holds_alternative<FastReset>(d.stages[0]));
  EXPECT_EQ(std::get<PacketControl>(d.stages[1]).threshold, 9);
  EXPECT_FALSE(std::get<PacketControl>(d.stages[1]).data_filter);
  EXPECT_TRUE(std::get<PacketControl>(d.stages[1]).ack_filter);
  EXPECT_EQ(std::get<DropFromHead>(d.stages[2]).limit.packets, 7);
  EXPECT_TRUE(std::get<LifetimeDiscard>(d.stages[3]).headercasting);
  EXPECT_EQ(std::get<TimePattern>(d.loss_pattern).intervals[0].second.ns(), 2);
}

TEST(DirectionSpec, ElementsOfThePath) {
  const DirectionConfig d =
      config(
          "stages { mtu_black_hole { size: 1280 answer: MTU_ICMP } } stages { firewall { protocol: "
          "FIREWALL_TCP ports: 25 ports: 443 answer: FIREWALL_RESET } } stages { firewall {} } "
          "stages "
          "{ nat "
          "{ mapping: SYMMETRIC filtering: FILTER_NONE udp_timeout: 1000000 tcp_timeout: 2000000 "
          "tcp_transitory_timeout: 3000000 icmp_timeout: 4000000 pool: 5 addresses: 6 first_port: "
          "7 "
          "last_port: 8 ports_per_host: 9 change_at: HANDOVER } }",
          "name: 'lte'")
          .downlink;
  ASSERT_EQ(d.stages.size(), 4U);
  EXPECT_EQ(std::get<MtuBlackHole>(d.stages[0]).size, 1280U);
  EXPECT_TRUE(std::get<MtuBlackHole>(d.stages[0]).answers);
  EXPECT_EQ(std::get<Firewall>(d.stages[1]).protocol, Firewall::Protocol::kTcp);
  EXPECT_THAT(std::get<Firewall>(d.stages[1]).ports, ElementsAre(25, 443));
  EXPECT_EQ(std::get<Firewall>(d.stages[1]).answer, Firewall::Answer::kReset);
  EXPECT_EQ(std::get<Firewall>(d.stages[2]).protocol, Firewall::Protocol::kUdp);
  const Nat& nat = std::get<Nat>(d.stages[3]);
  EXPECT_EQ(nat.mapping, Nat::Mapping::kSymmetric);
  EXPECT_EQ(nat.filtering, Nat::Filtering::kEndpointIndependent);
  EXPECT_EQ(nat.udp_timeout, Duration::milliseconds(1));
  EXPECT_EQ(nat.tcp_timeout, Duration::milliseconds(2));
  EXPECT_EQ(nat.tcp_transitory_timeout, Duration::milliseconds(3));
  EXPECT_EQ(nat.icmp_timeout, Duration::milliseconds(4));
  EXPECT_EQ(nat.pool, 5);
  EXPECT_EQ(nat.addresses, 6);
  EXPECT_EQ(nat.first_port, 7);
  EXPECT_EQ(nat.last_port, 8);
  EXPECT_EQ(nat.ports_per_host, 9U);
  EXPECT_TRUE(nat.change_at_handover);
  EXPECT_EQ(nat.network, "lte");
}

TEST(DirectionSpec, Nat64) {
  const DirectionConfig d =
      config("stages { nat64 { pool: 5 prefix: '2001:db8:64::/48' mtu: 1400 } }", "name: 'lte'")
          .downlink;
  const Nat64& nat64 = std::get<Nat64>(d.stages.at(0));
  EXPECT_EQ(nat64.nat.pool, 5);
  EXPECT_EQ(nat64.nat.network, "lte");
  EXPECT_EQ(nat64.prefix.embed(0xc0000221),
            (Ipv6Address{0x20, 1, 0xd, 0xb8, 0, 0x64, 0xc0, 0, 0, 2, 0x21}));
  EXPECT_EQ(nat64.mtu, 1400U);
}

TEST(DirectionSpec, NatIsOfTheDownlink) {
  for (const bool nat64 : {false, true}) {
    HopSpec spec = with_downlink("");
    StageSpec* stage = spec.mutable_link()->mutable_uplink()->add_stages();
    if (nat64) {
      stage->mutable_nat64();
    } else {
      stage->mutable_nat();
    }
    std::vector<std::string> problems;
    hop_config(spec, problems);
    EXPECT_THAT(problems, ElementsAre(AllOf(HasSubstr("link.uplink.stages[0]: `nat"),
                                            HasSubstr("` belongs to the"))));
  }
}

TEST(DirectionSpec, ChannelSpikesAndOutages) {
  const HopConfig hop = config(
      "",
      "channel { states { name: 'a' dwell { fixed: 1e9 } transitions { key: 'b' value: 1 } } "
      "states { name: 'b' dwell { fixed: 1e9 } transitions { key: 'a' value: 0.25 } "
      "transitions { key: 'b' value: 0.75 } } } "
      "spikes { interval { fixed: 1e9 } length { fixed: 1e8 } affects: UPLINK } "
      "outages { at: 5 length { fixed: 6 } discard: true persistency: 7 queue_loss: 0.5 }");
  EXPECT_THAT(hop.channel.states[1].next, ElementsAre(0.25, 0.75));
  EXPECT_EQ(hop.spikes[0].affects, Affects::kUplink);
  EXPECT_EQ(hop.outages[0].at->ns(), 5);
  EXPECT_FALSE(hop.outages[0].interval.has_value());
  EXPECT_TRUE(hop.outages[0].discard);
  EXPECT_EQ(hop.outages[0].persistency.ns(), 7);
  EXPECT_EQ(hop.outages[0].queue_loss, 0.5);
}

struct Rule {
  const char* downlink;
  const char* link;
  const char* problem;
};

class Rules : public testing::TestWithParam<Rule> {};

TEST_P(Rules, IsReported) {
  std::vector<std::string> problems;
  hop_config(with_downlink(GetParam().downlink, GetParam().link), problems);
  EXPECT_THAT(problems, testing::Contains(HasSubstr(GetParam().problem))) << GetParam().downlink;
}

INSTANTIATE_TEST_SUITE_P(
    DirectionSpec, Rules,
    testing::Values(
        Rule{"fragmentation: true", "", "link.downlink.fragmentation: `fragmentation` needs"},
        Rule{"fragment_size: 30", "", "link.downlink.fragment_size: `fragment_size` has no effect"},
        Rule{"byte_stream: true", "", "`byte_stream` has no effect"},
        Rule{"reassembly: false", "", "`reassembly: false` has no effect"},
        Rule{"link_reset: true", "", "`link_reset` has no effect"},
        Rule{"queue_overflow_handling: OVERFLOW_DROP", "", "DROP has no effect"},
        Rule{"queue_max_length: 0 queue_overflow_handling: OVERFLOW_DROP", "",
             "`queue_overflow_handling` has no effect without an input queue"},
        Rule{"queue_max_length: 0 queue_max_size: 5000", "",
             "`queue_max_size` has no effect without an input queue"},
        Rule{"queue_max_length: 0 queue_max_delay: 5000", "",
             "`queue_max_delay` has no effect without an input queue"},
        Rule{"queue_max_length: 0 adapter_slots: 2", "",
             "`adapter_slots` has no effect without an input queue"},
        Rule{"queue_max_length: 0 stages { drop_from_head { limit { bytes: 5000 } } }", "",
             "`drop_from_head` needs an input queue"},
        Rule{"adapter_slots: 2", "", "`adapter_slots` have no effect"},
        Rule{"queue_drop_policy: HEAD", "", "`queue_drop_policy` has no effect"},
        Rule{"rate_schedule { }", "", "needs `steps` or `file`"},
        Rule{"rate_schedule { steps { at: 1 rate: 1 } }", "", "the first step must be at 0s"},
        Rule{"rate_schedule { steps { rate: 1 } steps { rate: 2 } }", "",
             "steps must be in ascending order"},
        Rule{"rate_schedule { steps { rate: 0 } }", "", "every rate is 0bit/s"},
        Rule{"rate_schedule { steps { rate: 1 } steps { at: 5000000 rate: 2 } period: 1000000 }",
             "", "ends before the last step"},
        Rule{"delivery_trace { }", "", "the trace is missing"},
        Rule{"delivery_trace { at_ms: 2 at_ms: 1 }", "", "times must not decrease"},
        Rule{"delivery_trace { at_ms: 2 } rate_schedule { steps { rate: 1 } }", "",
             "exclude each other"},
        Rule{"rate_change_interval { fixed: 1e9 }", "", "`rate_change_interval` has no effect"},
        Rule{"available_rate { fixed: 2 }", "", "`available_rate` 2 is above `user_max_rate`"},
        Rule{"bgl_average_rate: 1", "", "`bgl_average_rate` has no effect"},
        Rule{"background_load: 1", "", "needs `bgl_average_rate`"},
        Rule{"background_load: 3 bgl_average_rate: 1", "",
             "`background_load` is 3, but the channels have room for 1 background user ("},
        Rule{"background_load: 9 bgl_average_rate: 1 bgl_max_users_per_channel: 2 user_max_rate: 4",
             "", "the channels have room for 8 background users"},
        Rule{"background_load: 1 bgl_average_rate: 1 bgl_load_type: ON_OFF", "",
             "on_off needs `bgl_on` and `bgl_off`"},
        Rule{"background_load: 1 bgl_average_rate: 1 bgl_on { fixed: 1e9 }", "",
             "`bgl_on` has no effect without `bgl_load_type: on_off`"},
        Rule{"background_load: 1 bgl_average_rate: 1 bgl_pareto_shape: 2", "",
             "`bgl_pareto_shape` has no effect without `bgl_load_type: pareto`"},
        Rule{"bgl_user_priority: HIGH", "", "`bgl_user_priority` has no effect without"},
        Rule{"delivery_trace { at_ms: 2 } states { key: 'a' value { rate_base { fixed: 1 } } }",
             "channel { states { name: 'a' dwell { fixed: 1e9 } } }",
             "link.downlink.states.a.rate_base: `rate_base` has no effect beside `delivery_trace`, "
             "which replaces it"},
        Rule{"rate_schedule { steps { rate: 1 } } background_load: 1 bgl_average_rate: 1", "",
             "link.downlink.background_load: `background_load` has no effect beside"},
        Rule{"background_load: 9 bgl_average_rate: 100000000000 bgl_packet_size: 28", "",
             "the background users send 4017857143 packets a second together"},
        Rule{"allocation_delay { fixed: 1 }", "", "`allocation_delay` has no effect without"},
        Rule{"random_delay_probability: 0.1", "", "`random_delay_probability` has no effect"},
        Rule{"delay_redraw_interval: 1000", "", "`delay_redraw_interval` has no effect on a fixed"},
        Rule{"error_probability { fixed: 1 } error_handling: RETRANSMIT", "", "never ends"},
        Rule{"error_probability { fixed: 0.1 } error_handling: DELAY", "", "without any delay"},
        Rule{"loss_pattern { positions { list: 5 period: 4 } }", "", "beyond the period"},
        Rule{"loss_pattern { times { intervals { from: 5 to: 5 } } }", "", "must be later than"},
        Rule{"loss_pattern { four_state { p13: 0.6 p14: 0.6 } }", "", "sum to 1.2, above 1"},
        Rule{"persistency_classes { name: 'a' dscp: 1 persistency: 1 }", "",
             "no effect without retransmissions"},
        Rule{"persistency_classes { name: 'a' persistency: 1 }", "", "neither `dscp` nor"},
        Rule{"persistency_classes { name: 'a' dscp: 1 persistency: 1 } persistency_classes { name: "
             "'b' dscp: 1 persistency: 1 }",
             "", "the DSCP 1 is already in the class `a`"},
        Rule{"persistency_classes { name: 'a' dscp: 64 persistency: 1 }", "",
             "link.downlink.persistency_classes[0].dscp[0]: 64 is above 63"},
        Rule{"stages { fast_reset {} } stages { fast_reset {} }", "", "duplicate stage"},
        Rule{"stages { nat {} } stages { nat {} }", "", "duplicate stage"},
        Rule{"stages { mtu_black_hole {} }", "", "link.downlink.stages[0].mtu_black_hole.size"},
        Rule{"stages { mtu_black_hole { size: 67 } }", "", "67B is below 68B"},
        Rule{"stages { firewall { protocol: FIREWALL_ICMP ports: 1 } }", "", "`ports` need"},
        Rule{"stages { firewall { ports: 65536 } }", "", "65536 is above 65535"},
        Rule{"stages { firewall { answer: FIREWALL_RESET } }", "", "`answer: reset` needs"},
        Rule{"stages { nat {} } stages { firewall {} }", "", "comes behind `nat`"},
        Rule{"stages { nat { first_port: 9 last_port: 8 } }", "", "9, is above the last, 8"},
        Rule{"stages { nat { change_at: HANDOVER addresses: 1 } }", "", "at least 2"},
        Rule{"stages { nat {} } stages { nat64 {} }", "", "exclude each other"},
        Rule{"stages { nat64 {} } stages { mtu_black_hole { size: 1280 } }", "",
             "comes behind `nat64`"},
        Rule{"stages { nat64 { prefix: '64:ff9b::/95' } }", "", "not an IPv6 prefix for IPv4"},
        Rule{"stages { nat64 { prefix: 'fe80::/64' } }", "", "multicast or link-local addresses"},
        Rule{"stages { nat64 { prefix: '2001:db8::/96' } }", "", "the mobile host's own address"},
        Rule{"stages { nat64 { first_port: 9 last_port: 8 } }", "",
             "link.downlink.stages[0].nat64.first_port"},
        Rule{"stages { nat64 { mtu: 2049 } }", "", "2049B, is above `max_packet_size`, 2048B"},
        Rule{"stages { nat64 {} } max_packet_size: 1400", "", "1500B, is above `max_packet_size`"},
        Rule{"stages { nat { mtu: 1400 } }", "", "belong to `nat64`"},
        Rule{"output_dropper { list: 5 period: 4 }", "", "beyond the period"},
        Rule{"", "shared_delay: true", "needs `delay_redraw_interval` in the downlink"},
        Rule{"", "shared_allocation: true", "`shared_allocation` has no effect without"},
        Rule{"allocation_delay { fixed: 1 } link_idle_timeout { fixed: 1 }",
             "shared_allocation: true",
             "needs the same `allocation_delay` and `link_idle_timeout` in both directions"},
        Rule{"", "channel { states { name: 'a' dwell { fixed: 1000 } } lead_in: 3600000000000 }",
             "link.channel.lead_in: `lead_in` has no effect"},
        Rule{"", "outages { length { fixed: 1 } }", "needs `at`, `interval` or both"},
        Rule{"", "outages { at: 1 length { fixed: 1 } persistency: 1 }", "no effect without"},
        Rule{"", "channel { states { name: 'a' dwell { fixed: 1e9 } } cycle: 'b' }",
             "the channel has no state `b`"},
        Rule{"",
             "channel { states { name: 'a' dwell { fixed: 1e9 } transitions { key: 'a' value: "
             "0.5 } } }",
             "sum to 0.5, not 1"}));

// The maximum cost of one packet, one second or one call.
INSTANTIATE_TEST_SUITE_P(
    Bounded, Rules,
    testing::Values(
        Rule{"",
             "channel { states { name: 'a' dwell { fixed: 1000 } } states { name: 'b' dwell { "
             "fixed: 1000 } } lead_in: 3600000000000 }",
             "link.channel.lead_in: 1h covers up to 3600000000 dwells of the state `a`; at most "
             "1000000"},
        Rule{"",
             "channel { states { name: 'a' dwell { netem { mean: 1000 sigma: 8192 table: -8192 } } "
             "} "
             "states { name: 'b' dwell { fixed: 1e9 } } }",
             "link.channel.states[0].dwell: the mean dwell of the state `a` is 0s; at least 1us"},
        Rule{"",
             "channel { states { name: 'a' dwell { exponential { mean: 1e9 max: 10 } } } states { "
             "name: 'b' dwell { fixed: 1e9 } } }",
             "link.channel.states[0].dwell"},
        Rule{"", "spikes { interval { fixed: 1e9 } length { fixed: 0 } }",
             "link.spikes[0].length: the length must be above 0s"},
        Rule{"", "outages { at: 0 length { uniform { min: 0 max: 0 } } }",
             "link.outages[0].length: the length must be above 0s"},
        Rule{"",
             "spikes { interval { netem { mean: 1e6 sigma: 1e6 table: -32768 } } length { fixed: 1 "
             "} }",
             "link.spikes[0].interval: the mean interval is 0s; at least 1ms"},
        Rule{
            "available_rate { uniform { min: 0 max: 1 } } rate_change_interval { netem { mean: 1e6 "
            "sigma: 1e6 table: -32768 } }",
            "", "`rate_change_interval` is 0s on average; at least 1ms"},
        Rule{"rate_schedule { steps { rate: 1 } steps { at: 1 rate: 2 } period: 1000 }", "",
             "2 steps in 1us are more than 1000000 a second"},
        Rule{"delivery_trace { at_ms: -5 at_ms: 1 }", "", "but here -5 to 1 ms"},
        Rule{"delivery_trace { at_ms: 9223372036854775807 }", "", "times are 0 to 31622400000 ms"},
        Rule{"background_load: 10000 bgl_average_rate: 8 bgl_load_type: ON_OFF bgl_on { fixed: "
             "1000 } "
             "bgl_off { fixed: 1000 }",
             "", "go on and off 10000000000 times a second together"},
        Rule{"error_probability { fixed: 0.999999999 } error_handling: DELAY_ITERATE "
             "error_delay_function { fixed: 1 }",
             "", "a packet may be transmitted 10000000"},
        Rule{"error_probability { fixed: 1 } error_handling: DELAY_ITERATE error_delay_function { "
             "fixed: 1 } delay_drop_threshold: 3600000000000",
             "", "a packet may be transmitted 3600000001 times; at most 100000"},
        Rule{"user_max_rate: 1000000 error_probability { fixed: 1 } error_handling: "
             "RETRANSMIT max_retransmissions: 1000000",
             "", "a packet may be transmitted 1000001 times"}));

TEST(BoundedRules, AllowsReasonableBounds) {
  for (const auto& [downlink, link] : std::vector<std::pair<std::string, std::string>>{
           {"",
            "channel { states { name: 'a' dwell { fixed: 10e6 } } states { name: 'b' dwell { "
            "exponential { mean: 4e6 } } } lead_in: 3600000000000 }"},
           {"error_probability { fixed: 1 } error_handling: RETRANSMIT delay_drop_threshold: "
            "3600000000000",
            ""},
           {"error_probability { uniform { min: 0 max: 1 } } error_handling: DELAY_ITERATE "
            "error_delay_function { fixed: 7e8 }",
            ""}}) {
    config(downlink, link);
  }
}

TEST(BoundedRules, ManyStatesDoNotCopyWhatAFileHolds) {
  HopSpec spec = with_downlink("delivery_trace { at_ms: 1 }");
  auto& link = *spec.mutable_link();
  for (int i = 0; i < 257; ++i) {
    auto& state = *link.mutable_channel()->add_states();
    state.set_name("s" + std::to_string(i));
    state.mutable_dwell()->set_fixed(1e9);
  }
  std::vector<std::string> problems;
  hop_config(spec, problems);
  EXPECT_THAT(problems, ElementsAre("link.channel.states: 257 states; at most 256"));
  EXPECT_EQ(in_state(without_contents(link.downlink()), "s0").delivery_trace().at_ms_size(), 0);
}

TEST(DirectionSpec, ADrawnRateHasATimer) {
  std::vector<std::string> problems;
  HopSpec drawn = with_downlink("");
  auto& downlink = *drawn.mutable_link()->mutable_downlink();
  downlink.mutable_rate_base()->mutable_uniform()->set_min(64'000);
  downlink.mutable_rate_base()->mutable_uniform()->set_max(128'000);
  downlink.mutable_rate_change_interval()->set_fixed(7e8);
  hop_config(drawn, problems);
  EXPECT_THAT(problems, IsEmpty());
}

TEST(TimedChanges, AreCheckedWhole) {
  const HopSpec first = with_downlink("");
  google::protobuf::RepeatedPtrField<TimedChangeSpec> changes;
  changes.Add()->set_at_ns(5);
  *changes.Mutable(0)->mutable_hop() = with_downlink("max_packet_size: 100");
  std::vector<std::string> problems;
  const auto good = timed_changes(first, changes, problems);
  EXPECT_THAT(problems, IsEmpty());
  ASSERT_EQ(good.size(), 1U);
  EXPECT_EQ(good[0].at, Time::from_ns(5));
  EXPECT_EQ(good[0].config->downlink.max_packet_size, 100);
  changes.Add()->set_at_ns(4);
  *changes.Mutable(1)->mutable_hop() = with_downlink("fragmentation: true");
  changes.Mutable(1)->mutable_hop()->set_seed(9);
  timed_changes(first, changes, problems);
  EXPECT_THAT(problems,
              ElementsAre("changes[1].at_ns: is before the change before it",
                          "changes[1].hop.link.downlink.fragmentation: `fragmentation` needs "
                          "`fragment_size`",
                          "changes[1].hop.seed: the running link has 0; it cannot change"));
}

// The routers of every change are built when the link is created, so their total is limited.
TEST(TimedChanges, AreNotMoreThanCanBeKeptReady) {
  HopSpec first = with_downlink("");
  first.mutable_downlink_router()->mutable_root()->mutable_fq_codel()->set_flows(65'536);
  google::protobuf::RepeatedPtrField<TimedChangeSpec> changes;
  const auto problems_of = [&](int count) {
    while (changes.size() < count) {
      changes.Add()->set_at_ns(changes.size());
      *changes.Mutable(changes.size() - 1)->mutable_hop() = first;
    }
    std::vector<std::string> problems;
    timed_changes(first, changes, problems);
    return problems;
  };
  EXPECT_THAT(problems_of(16), IsEmpty());
  EXPECT_THAT(problems_of(17),
              ElementsAre("changes: their routers have 1114112 queues together; at most 1048576"));
  EXPECT_THAT(problems_of(10'001), ElementsAre("changes: 10001; at most 10000"));
}

}  // namespace
}  // namespace seawind
