// SPDX-License-Identifier: GPL-3.0-or-later
// What a good document means: values, defaults, lists, maps, distributions, places.
#include "common/config_reader.h"

#include <gtest/gtest.h>

#include "controller/testset/testset.pb.h"
#include "tests/common/config_fixture.h"

namespace seawind {
namespace {

using test::kBase;

class ConfigReaderTest : public test::ConfigTest {
 protected:
  LinkProfile link(const std::string& text) {
    LinkProfile profile;
    EXPECT_EQ(read("profiles/x.yaml", text, profile), "");
    return profile;
  }
};

TEST_F(ConfigReaderTest, FillsInDefaultsAndTheName) {
  const LinkProfile profile = link(kBase);
  EXPECT_EQ(profile.name(), "x");
  EXPECT_EQ(profile.downlink().rate_base().fixed(), 64'000);
  EXPECT_EQ(profile.downlink().link_send_buffer_size().bytes(), 12'000);
  EXPECT_EQ(profile.downlink().max_packet_size(), 2048);
  EXPECT_EQ(profile.downlink().propagation_delay().fixed(), 0);
  EXPECT_TRUE(profile.downlink().has_propagation_delay());
  EXPECT_EQ(profile.downlink().error_handling(), LinkDirection::DROP);
  EXPECT_TRUE(profile.downlink().error_delay_function().has_fixed());
  EXPECT_TRUE(profile.downlink().has_queue_max_length());
  EXPECT_EQ(profile.downlink().queue_max_length(), 0);
  EXPECT_FALSE(profile.downlink().has_link_receive_buffer_size());
  EXPECT_TRUE(profile.channel().has_lead_in());
}

TEST_F(ConfigReaderTest, OffLeavesTheFieldUnsetEvenWhereTheDefaultIsAValue) {
  Workload workload;
  EXPECT_EQ(read("w.yaml",
                 "flows:\n"
                 "  - {name: a, bulk_tcp: {size: 1kB, tcp_info_interval: off}}\n"
                 "  - {name: b, bulk_tcp: {size: 1kB}}\n",
                 workload),
            "");
  EXPECT_FALSE(workload.flows(0).bulk_tcp().has_tcp_info_interval());
  EXPECT_EQ(workload.flows(1).bulk_tcp().tcp_info_interval(), 100'000'000);
  EXPECT_EQ(workload.flows(1).bulk_tcp().write_size(), 4288);
  EXPECT_EQ(workload.flows(1).role(), Flow::BULK);
  EXPECT_FALSE(workload.flows(1).has_start_spread());
}

TEST_F(ConfigReaderTest, ReadsDistributionsInTheUnitOfTheirField) {
  const LinkProfile profile =
      link(std::string(kBase) +
           "channel:\n"
           "  states:\n"
           "    - {name: a, dwell: 10s}\n"
           "    - {name: b, dwell: {fixed: 2.5s}}\n"
           "    - {name: c, dwell: {uniform: {min: 1s, max: 2s}}}\n"
           "    - name: d\n"
           "      dwell: {exponential: {mean: 3s, max: 1min, truncation: clamp}}\n");
  const auto& states = profile.channel().states();
  EXPECT_EQ(states[0].dwell().fixed(), 10e9);
  EXPECT_EQ(states[1].dwell().fixed(), 2.5e9);
  EXPECT_EQ(states[2].dwell().uniform().min(), 1e9);
  EXPECT_EQ(states[2].dwell().uniform().max(), 2e9);
  EXPECT_EQ(states[3].dwell().exponential().mean(), 3e9);
  EXPECT_EQ(states[3].dwell().exponential().max(), 60e9);
  EXPECT_FALSE(states[3].dwell().exponential().has_min());
  EXPECT_EQ(states[3].dwell().exponential().truncation(), Distribution::CLAMP);
}

TEST_F(ConfigReaderTest, ReadsLimitsInBytesOrPackets) {
  const LinkProfile profile = link(
      "downlink: {rate_base: 64kbit/s, link_send_buffer_size: 12kB}\n"
      "uplink: {rate_base: 64kbit/s, link_send_buffer_size: 1pkt}\n");
  EXPECT_EQ(profile.downlink().link_send_buffer_size().bytes(), 12'000);
  EXPECT_EQ(profile.uplink().link_send_buffer_size().packets(), 1);
}

TEST_F(ConfigReaderTest, AValueWhereAListIsExpectedIsAListOfOne) {
  TestSet set;
  EXPECT_EQ(
      read("testsets/t.yaml",
           "seed: 18446744073709551615\nmatrix: {link: e0, tcp: [a, b], workload: w1}\n", set),
      "");
  EXPECT_EQ(set.matrix().link_size(), 1);
  EXPECT_EQ(set.matrix().tcp(1), "b");
  EXPECT_EQ(set.seed(), UINT64_MAX);
  EXPECT_EQ(set.limits().attempts(), 3);
  EXPECT_EQ(set.limits().cpu_steal(), 0.05);
  EXPECT_EQ(set.parallel(), "auto");
}

TEST_F(ConfigReaderTest, ReadsMapsOfTexts) {
  TcpVariant tcp;
  EXPECT_EQ(read("tcp/t.yaml", "sysctl: {tcp_sack: 1, tcp_rmem: 4096 87380 174760}\n", tcp), "");
  EXPECT_EQ(tcp.sysctl().at("tcp_sack"), "1");
  EXPECT_EQ(tcp.sysctl().at("tcp_rmem"), "4096 87380 174760");
  EXPECT_TRUE(tcp.clear_metrics());
  EXPECT_FALSE(tcp.has_route());
}

TEST_F(ConfigReaderTest, AStateHoldsOnlyWhatDiffers) {
  const LinkProfile profile = link(
      "downlink:\n"
      "  rate_base: 64kbit/s\n"
      "  link_send_buffer_size: 12000B\n"
      "  states:\n"
      "    bad: {error_probability: 60%}\n"
      "uplink: {rate_base: 64kbit/s, link_send_buffer_size: 12000B}\n");
  const LinkDirection& bad = profile.downlink().states().at("bad");
  EXPECT_EQ(bad.error_probability().fixed(), 0.6);
  EXPECT_FALSE(bad.has_rate_base());
  EXPECT_FALSE(bad.has_max_packet_size());
  EXPECT_FALSE(bad.has_error_delay_function());
}

TEST_F(ConfigReaderTest, AChildCoversItsParentKeyByKey) {
  tree_.write("profiles/base.yaml",
              "name: the base\n"
              "description: of all\n"
              "channel: {lead_in: 19s, states: [{name: good, dwell: 1s}, {name: bad, dwell: 1s}]}\n"
              "downlink:\n"
              "  rate_base: 64kbit/s\n"
              "  queue_max_length: 1pkt\n"
              "  link_send_buffer_size: 12000B\n"
              "  error_delay_function: {uniform: {min: 1s, max: 2s}}\n"
              "  states: {bad: {error_probability: 0.5, propagation_delay: 1s}}\n"
              "uplink: {rate_base: 64kbit/s, link_send_buffer_size: 12000B}\n");
  const LinkProfile profile = link(
      "extends: base\n"
      "channel: {states: [{name: only, dwell: 2s}]}\n"
      "downlink:\n"
      "  queue_max_length: off\n"
      "  link_send_buffer_size: 20pkt\n"
      "  error_delay_function: {exponential: {mean: 3s}}\n"
      "  states: {bad: {error_probability: 0.6}, good: {rate_base: 1kbit/s}}\n");
  EXPECT_EQ(profile.name(), "x");
  EXPECT_EQ(profile.description(), "");
  EXPECT_EQ(profile.extends(), "");
  EXPECT_EQ(profile.channel().lead_in(), 19'000'000'000);
  ASSERT_EQ(profile.channel().states_size(), 1);
  EXPECT_EQ(profile.channel().states(0).name(), "only");
  const LinkDirection& down = profile.downlink();
  EXPECT_EQ(down.rate_base().fixed(), 64'000);
  EXPECT_FALSE(down.has_queue_max_length());
  EXPECT_EQ(down.link_send_buffer_size().packets(), 20);
  EXPECT_EQ(down.error_delay_function().exponential().mean(), 3e9);
  EXPECT_EQ(down.states().at("bad").error_probability().fixed(), 0.6);
  EXPECT_EQ(down.states().at("bad").propagation_delay().fixed(), 1'000'000'000);
  EXPECT_EQ(down.states().at("good").rate_base().fixed(), 1'000);
  EXPECT_EQ(places_.at("downlink.rate_base").file, (tree_.root() / "profiles/base.yaml").string());
  EXPECT_EQ(places_.at("downlink.queue_max_length").line, 4);
}

TEST_F(ConfigReaderTest, AReferenceWithASlashIsRelativeToTheFileThatNamesIt) {
  tree_.write("elsewhere/base.yaml", kBase);
  LinkProfile profile;
  EXPECT_EQ(read("deep/er/x.yaml", "extends: ../../elsewhere/base.yaml\n", profile), "");
  EXPECT_EQ(profile.uplink().rate_base().fixed(), 64'000);
}

}  // namespace
}  // namespace seawind
