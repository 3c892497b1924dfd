// SPDX-License-Identifier: GPL-3.0-or-later
// tc's notation and the meaning of netem and tbf.
#include "emulator/link/loss_pattern.h"
#include "emulator/spec/hop_spec.h"
#include "tests/controller/import/import_fixture.h"

namespace seawind::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// Both directions, so that there is no warning about the other one.
Outcome netem(const std::string& options) {
  return imported("netem", std::vector<std::string>{"netem " + options, "netem " + options});
}

struct RateCase {
  const char* text;
  double bits;
};
class Rates : public testing::TestWithParam<RateCase> {};
TEST_P(Rates, AreInBitsOrBytes) {
  EXPECT_EQ(netem(std::string("rate ") + GetParam().text).down().rate_base().fixed(),
            GetParam().bits);
}
INSTANTIATE_TEST_SUITE_P(, Rates,
                         testing::Values(RateCase{"10mbit", 10e6}, RateCase{"10mbps", 80e6},
                                         RateCase{"10Mbit", 10e6}, RateCase{"1.5gbit", 1.5e9},
                                         RateCase{"64kbit", 64e3}, RateCase{"1kibit", 1024},
                                         RateCase{"1kibps", 8192}, RateCase{"5000", 5000},
                                         RateCase{"800bps", 6400}));

struct TimeCase {
  const char* text;
  double ns;
};
class Times : public testing::TestWithParam<TimeCase> {};
TEST_P(Times, AreMicrosecondsWithoutUnitAndOneWay) {
  const Outcome o = netem(std::string("delay ") + GetParam().text);
  EXPECT_EQ(o.down().propagation_delay().fixed(), GetParam().ns);
  EXPECT_EQ(o.up().propagation_delay().fixed(), GetParam().ns);
}
INSTANTIATE_TEST_SUITE_P(, Times,
                         testing::Values(TimeCase{"100ms", 100e6}, TimeCase{"1.5s", 1.5e9},
                                         TimeCase{"250", 250e3}, TimeCase{"20usecs", 20e3},
                                         TimeCase{"7ns", 7}));

TEST(Netem, CountsTheEthernetHeaderAndTheOverhead) {
  EXPECT_EQ(netem("rate 1mbit").down().protocol_overhead_per_packet(), 14);
  EXPECT_EQ(netem("rate 1mbit 20").down().protocol_overhead_per_packet(), 34);
  EXPECT_EQ(netem("rate 1mbit -14").down().protocol_overhead_per_packet(), 0);
  const Outcome less = netem("rate 1mbit -20");
  EXPECT_EQ(less.down().protocol_overhead_per_packet(), 0);
  EXPECT_THAT(less.warnings,
              testing::Contains(HasSubstr("not represented: an overhead of -20 bytes")));
  // 1514 + 20 bytes are 16 cells of 100 bytes, each with 5 more.
  EXPECT_THAT(netem("rate 5kbit 20 100 5").warnings,
              testing::Contains(HasSubstr("counts 1680 bytes there, and 1534 here")));
}

TEST(Netem, JitterIsUniformUnlessADistributionIsNamed) {
  const auto law = [](const char* options) { return netem(options).down().propagation_delay(); };
  EXPECT_EQ(law("delay 100ms 20ms").uniform().min(), 80e6);
  EXPECT_EQ(law("delay 100ms 20ms").uniform().max(), 120e6);
  EXPECT_EQ(law("delay 100ms 20ms distribution uniform").uniform().max(), 120e6);
  const auto normal = law("delay 100ms 20ms distribution normal").normal();
  EXPECT_EQ(normal.mean(), 100e6);
  EXPECT_EQ(normal.deviation(), 20e6);
  EXPECT_EQ(normal.max(), 180e6);
  EXPECT_EQ(normal.truncation(), Distribution::CLAMP);
  // A third of the draws of -10 to 30 ms is below 0 and leaves at once, less the edge: 10 of 40.
  const auto mixture = law("delay 10ms 20ms").mixture();
  EXPECT_EQ(mixture.parts(0).weight(), 0.25);
  EXPECT_EQ(mixture.parts(0).max(), 0);
  EXPECT_EQ(mixture.parts(1).weight(), 0.75);
  EXPECT_EQ(mixture.parts(1).max(), 30e6);
  const auto table = law("delay 100ms 20ms distribution three").empirical();
  EXPECT_EQ(table.quantiles(0), 80e6);
  EXPECT_EQ(table.quantiles(128), 100e6);
  EXPECT_EQ(table.quantiles(256), 120e6);
}

TEST(Netem, JitterReordersOnlyWithoutARate) {
  const Outcome without = netem("delay 100ms 20ms");
  EXPECT_TRUE(without.down().reordering());
  EXPECT_THAT(without.warnings, testing::Contains(HasSubstr("jitter reorders packets")));
  const Outcome with = netem("delay 100ms 20ms rate 1mbit");
  EXPECT_FALSE(with.down().reordering());
  EXPECT_EQ(with.down().release_order(), LinkDirection::SPACED);
  EXPECT_FALSE(netem("delay 100ms").down().reordering());
}

TEST(Netem, ANamedLimitCountsDelayedPackets) {
  const Outcome o = netem("delay 100ms rate 1mbit limit 10");
  EXPECT_THAT(o.warnings, IsEmpty());
  EXPECT_EQ(o.down().link_send_buffer_size().packets(), 10);
  EXPECT_TRUE(o.down().link_layer_ack_emulation());
  EXPECT_FALSE(o.down().has_propagation_delay() && o.down().propagation_delay().fixed() != 0);
  EXPECT_EQ(o.down().error_delay_function().fixed(), 100e6);
  EXPECT_EQ(o.down().error_handling(), LinkDirection::DELAY);
  EXPECT_EQ(o.down().error_probability().fixed(), 1);
  // Losses then cannot be transmission errors.
  EXPECT_EQ(netem("delay 100ms limit 10 loss 1%").down().output_dropper().probability(), 0.01);
}

TEST(Netem, TheDefaultLimitIs1000AndSaysWhatItDoesNotCount) {
  const Outcome o = netem("delay 100ms rate 10mbit");
  EXPECT_EQ(o.down().link_send_buffer_size().packets(), 1000);
  EXPECT_TRUE(o.down().frame_in_service_in_buffer());
  // 100 ms at 10 Mbit/s are 125 000 bytes: 82 frames of 1514.
  EXPECT_THAT(o.warnings, testing::Contains(HasSubstr("that it delays, 82 of 1514 bytes")));
  // Without a rate: 1000 x 1514 x 8 bits in 0.1 s.
  EXPECT_THAT(netem("delay 100ms").warnings, testing::Contains(HasSubstr("(121120kbit/s")));
  EXPECT_THAT(netem("rate 10mbit limit 5").warnings, IsEmpty());
}

TEST(Netem, LossesAndWhatIsNotSaidOfThem) {
  EXPECT_EQ(netem("loss 1%").down().error_probability().fixed(), 0.01);
  EXPECT_EQ(netem("loss random 1").down().error_probability().fixed(), 0.01);
  EXPECT_EQ(netem("drop 0.1%").down().error_probability().fixed(), 0.001);
  EXPECT_EQ(netem("loss 10% corrupt 10%").down().error_probability().fixed(), 0.19);
  EXPECT_EQ(netem("duplicate 2%").down().duplicate_probability(), 0.02);
  EXPECT_THAT(
      netem("loss 1% 25%").warnings,
      testing::Contains("argument 1:1:15: not represented: a correlation of 25 % between packets "
                        "(loss)"));
  EXPECT_THAT(netem("loss 1% ecn").warnings,
              testing::Contains(HasSubstr("1:15: not represented: ecn")));
  EXPECT_THAT(netem("loss 1% rate 1mbit").warnings,
              testing::Contains(HasSubstr("takes its place and its transmission time first")));
}

/// Share of lost packets and mean length of a run of losses, of a long run of the model.
std::pair<double, double> measured(const Outcome& outcome) {
  HopSpec spec;
  *spec.mutable_link() = outcome.profile;
  std::vector<std::string> refused;
  const HopConfig config = hop_config(spec, refused);
  EXPECT_THAT(refused, IsEmpty());
  LossPatternModel model(config.downlink.loss_pattern, 17, Direction::kDownlink);
  constexpr std::uint64_t kPackets = 400'000;
  double lost = 0, runs = 0;
  bool before = false;
  for (std::uint64_t i = 1; i <= kPackets; ++i) {
    const bool now = model.corrupts(i, Time());
    lost += now ? 1 : 0;
    runs += now && !before ? 1 : 0;
    before = now;
  }
  return {lost / kPackets, lost / runs};
}

TEST(Netem, ChainsLoseAsTheirClosedForms) {
  // Gilbert: p / (p + r) lost, in bursts of 1 / r.
  const auto [gilbert, burst] = measured(netem("loss gemodel 2% 25%"));
  EXPECT_NEAR(gilbert, 0.02 / 0.27, 0.004);
  EXPECT_NEAR(burst, 4, 0.15);
  // p alone is a Bernoulli loss of p: r is 1 - p.
  EXPECT_NEAR(measured(netem("loss gemodel 5%")).first, 0.05, 0.002);
  // 1-h and 1-k.
  EXPECT_NEAR(measured(netem("loss gemodel 5% 20% 70% 1%")).first, (0.2 * 0.01 + 0.05 * 0.7) / 0.25,
              0.004);
  // p13 alone is a Bernoulli loss; a burst of p13 and p31 has 1 / p31.
  EXPECT_NEAR(measured(netem("loss state 5%")).first, 0.05, 0.002);
  const auto [state, run] = measured(netem("loss state 2% 25%"));
  EXPECT_NEAR(state, 0.02 / 0.27, 0.004);
  EXPECT_NEAR(run, 4, 0.15);
  const FourStateLossSpec all =
      netem("loss state 1% 60% 20% 30% 2%").down().loss_pattern().four_state();
  EXPECT_EQ(all.p13(), 0.01);
  EXPECT_EQ(all.p31(), 0.6);
  EXPECT_EQ(all.p32(), 0.2);
  EXPECT_EQ(all.p23(), 0.3);
  EXPECT_EQ(all.p14(), 0.02);
}

TEST(Netem, ReorderedPacketsAreNotDelayed) {
  const Outcome o = netem("delay 10ms reorder 25%");
  EXPECT_EQ(o.down().error_probability().fixed(), 0.75);
  EXPECT_EQ(o.down().error_delay_function().fixed(), 10e6);
  EXPECT_TRUE(o.down().reordering());
  EXPECT_EQ(o.down().ack_release(), LinkDirection::SELECTIVE);
  // Four delayed, then on average 4 with one that is not: one of 8.
  EXPECT_EQ(netem("delay 10ms reorder 25% gap 5").down().error_probability().fixed(), 0.875);
}

TEST(Tbf, ItsLimitIsInBytes) {
  const auto tbf = [](const std::string& options) {
    return imported("netem", std::vector<std::string>{"tbf " + options, "tbf " + options});
  };
  const Outcome o = tbf("rate 1mbit burst 1600 limit 3000");
  EXPECT_EQ(o.down().rate_base().fixed(), 1e6);
  EXPECT_EQ(o.down().link_send_buffer_size().bytes(), 3000);
  EXPECT_THAT(o.warnings, testing::Each(HasSubstr("1600 bytes leave tbf at once")));
  // 400 ms at 125 000 B/s and the bucket of 32 x 1024 / 8 bytes.
  const Outcome latency = tbf("rate 1mbit burst 32kbit latency 400ms");
  EXPECT_EQ(latency.down().link_send_buffer_size().bytes(), 50'000 + 4096);
  EXPECT_THAT(latency.warnings, testing::Contains(HasSubstr("4096 bytes leave tbf at once")));
  EXPECT_EQ(tbf("rate 1mbit burst 10kb/8 limit 1mb").down().link_send_buffer_size().bytes(),
            1 << 20);
}

TEST(Tc, AScriptWithNetemAndTbfOnTwoInterfaces) {
  const Outcome o = imported(
      "netem",
      std::vector<std::string>{
          "#!/bin/sh\n"
          "sudo tc qdisc del dev eth0 root  # none yet\n"
          "tc qdisc add dev eth0 root handle 1: netem delay 50ms \\\n  loss 1%\n"
          "tc qdisc add dev eth0 parent 1: handle 2: tbf rate 2mbit burst 1540 limit 20000\n"
          "tc qdisc add dev 'ifb0' root handle 1: tbf rate 1mbit burst 1540 limit 9000;"
          " tc q a dev ifb0 parent 1:1 netem lat 5ms lim 7\n"});
  EXPECT_THAT(o.errors, IsEmpty());
  EXPECT_EQ(o.down().rate_base().fixed(), 2e6);
  EXPECT_EQ(o.down().propagation_delay().fixed(), 50e6);
  EXPECT_EQ(o.down().link_send_buffer_size().bytes(), 20'000);
  EXPECT_EQ(o.down().error_probability().fixed(), 0.01);
  // netem in tbf is its queue, and counts what it delays.
  EXPECT_EQ(o.up().rate_base().fixed(), 1e6);
  EXPECT_EQ(o.up().link_send_buffer_size().packets(), 7);
  EXPECT_EQ(o.up().error_delay_function().fixed(), 5e6);
  EXPECT_THAT(o.warnings,
              testing::Contains(HasSubstr("argument 1:6:66: not represented: tbf's own queue")));
}

TEST(Tc, AScriptWithRedirectionsAndNamespaces) {
  const Outcome o = imported(
      "netem",
      std::vector<std::string>{"tc qdisc del dev eth0 root 2>/dev/null || true\n"
                               "tc -n one qdisc add dev eth0 root netem del\\\nay 50ms >>log 2>&1\n"
                               "tc -netns two q add dev eth0 root netem delay 70ms < x\n"});
  EXPECT_THAT(o.errors, IsEmpty());
  EXPECT_EQ(o.down().propagation_delay().fixed(), 50e6);
  EXPECT_EQ(o.up().propagation_delay().fixed(), 70e6);
}

// The form of q_netem.c and q_tbf.c of iproute2.
TEST(Tc, WhatTcShows) {
  const Outcome o = imported(
      "netem",
      std::vector<std::string>{
          "qdisc noqueue 0: dev lo root refcnt 2 \n"
          "qdisc netem 8001: dev eth0 root refcnt 2 limit 1000 delay 50ms  10ms loss gemodel p 1% "
          "r 10% 1-h 100% 1-k 0% rate 1Mbit packetoverhead 4 \n"
          " Sent 0 bytes 0 pkt (dropped 0, overlimits 0 requeues 0) \n"
          " backlog 0b 0p requeues 0\n"
          "qdisc tbf 8002: dev eth1 root refcnt 2 rate 2Mbit burst 1540b lat 40ms \n"
          "qdisc fq_codel 0: dev eth2 root refcnt 2 limit 10240p flows 1024 quantum 1514\n"});
  EXPECT_THAT(o.errors, IsEmpty());
  const Outcome command = imported(
      "netem",
      std::vector<std::string>{"netem delay 50ms 10ms loss gemodel 1% 10% 100% 0% rate 1mbit 4",
                               "tbf rate 2mbit burst 1540b lat 40ms"});
  EXPECT_EQ(o.down().DebugString(), command.down().DebugString());
  EXPECT_EQ(o.up().DebugString(), command.up().DebugString());
  EXPECT_THAT(o.warnings, testing::Contains(HasSubstr("the queue discipline `fq_codel`")));
}

/// What one interface has after these commands; the other direction is not of interest.
Outcome after(const std::string& commands) {
  return imported("netem", std::vector<std::string>{commands});
}

TEST(Tc, ReplaceWithAnotherRootReplacesAll) {
  const Outcome tbf = after(
      "tc qdisc add dev a root netem delay 50ms\n"
      "tc qdisc replace dev a root tbf rate 1mbit burst 1540 limit 9000");
  EXPECT_THAT(tbf.errors, IsEmpty());
  EXPECT_EQ(tbf.down().propagation_delay().fixed(), 0);
  EXPECT_EQ(tbf.down().link_send_buffer_size().bytes(), 9000);
  const Outcome netem = after(
      "tc qdisc add dev a root tbf rate 1mbit burst 1540 limit 9000\n"
      "tc qdisc add dev a parent 1:1 netem loss 1% corrupt 2%\n"
      "tc qdisc replace dev a root netem delay 50ms");
  EXPECT_THAT(netem.errors, IsEmpty());
  EXPECT_EQ(netem.down().rate_base().fixed(), 100e9);
  EXPECT_EQ(netem.down().error_probability().fixed(), 0);
  EXPECT_EQ(netem.down().propagation_delay().fixed(), 50e6);
}

TEST(Tc, ReplaceWithTheSameRootKeepsTheChild) {
  const Outcome o = after(
      "tc qdisc add dev a root netem delay 50ms\n"
      "tc qdisc add dev a parent 1: tbf rate 1mbit burst 1540 limit 9000\n"
      "tc qdisc replace dev a root netem delay 70ms");
  EXPECT_EQ(o.down().rate_base().fixed(), 1e6);
  EXPECT_EQ(o.down().propagation_delay().fixed(), 70e6);
}

// netem_change() of sch_netem.c.
TEST(Tc, AChangedNetemKeepsItsRateAndCorruption) {
  for (const std::string verb : {"change", "replace"}) {
    const std::string add =
        "tc qdisc add dev a root netem limit 7 delay 50ms reorder 25% gap 5 loss 1% duplicate 2% "
        "corrupt 3% rate 1mbit 20\ntc qdisc " +
        verb + " dev a root netem ";
    const Outcome kept = after(add + "delay 70ms");
    EXPECT_THAT(kept.errors, IsEmpty());
    EXPECT_EQ(kept.down().rate_base().fixed(), 1e6);
    EXPECT_EQ(kept.down().protocol_overhead_per_packet(), 34);
    EXPECT_EQ(kept.down().error_probability().fixed(), 0.03);
    EXPECT_EQ(kept.down().propagation_delay().fixed(), 70e6);
    EXPECT_EQ(kept.down().duplicate_probability(), 0);
    EXPECT_EQ(kept.down().link_send_buffer_size().packets(), 1000);
    EXPECT_FALSE(kept.down().reordering());
    const Outcome named = after(add + "rate 2mbit corrupt 0%");
    EXPECT_EQ(named.down().rate_base().fixed(), 2e6);
    EXPECT_EQ(named.down().protocol_overhead_per_packet(), 14);
    EXPECT_EQ(named.down().error_probability().fixed(), 0);
    EXPECT_EQ(named.down().propagation_delay().fixed(), 0);
  }
}

TEST(Tc, DelOfAParentRemovesOnlyTheChild) {
  const std::string tbf = "tbf rate 1mbit burst 1540 limit 9000\n";
  const Outcome outer = after("tc qdisc add dev a root " + tbf +
                              "tc qdisc add dev a parent 1:1 netem delay 50ms\n"
                              "tc qdisc del dev a parent 1:1");
  EXPECT_THAT(outer.errors, IsEmpty());
  EXPECT_EQ(outer.down().rate_base().fixed(), 1e6);
  EXPECT_EQ(outer.down().propagation_delay().fixed(), 0);
  const Outcome netem = after(
      "tc qdisc add dev a root netem delay 50ms\n"
      "tc qdisc add dev a parent 1:1 " +
      tbf + "tc qdisc del dev a parent 1:1 handle 10:");
  EXPECT_THAT(netem.errors, IsEmpty());
  EXPECT_EQ(netem.down().rate_base().fixed(), 100e9);
  EXPECT_EQ(netem.down().propagation_delay().fixed(), 50e6);
  EXPECT_THAT(after("tc qdisc add dev a root netem delay 50ms\ntc qdisc del dev a root").errors,
              ElementsAre(HasSubstr("no netem and no tbf")));
}

TEST(Tc, IndentedLinesBelowADisciplineAreItsStatistics) {
  const Outcome o = after(
      "qdisc tbf 8002: dev eth1 root refcnt 2 rate 2Mbit burst 1540b/1 mpu 0b lat 40ms \n"
      " Sent 0 bytes 0 pkt (dropped 0, overlimits 0 requeues 0) \n"
      " backlog 0b 0p requeues 0\n"
      "qdisc fq_codel 0: dev eth2 root refcnt 2 limit 10240p flows 1024 quantum 1514\n"
      "  maxpacket 0 drop_overlimit 0 new_flow_count 0 ecn_mark 0\n"
      "  new_flows_len 0 old_flows_len 0\n");
  EXPECT_THAT(o.errors, IsEmpty());
  EXPECT_EQ(o.down().rate_base().fixed(), 2e6);
  EXPECT_THAT(o.warnings, testing::Not(testing::Contains(HasSubstr("smallest size"))));
  EXPECT_THAT(after("qdisc noqueue 0: dev lo root\nmaxpacket 0").errors,
              ElementsAre(HasSubstr("1:2:1: `maxpacket` is not understood")));
  EXPECT_THAT(after("  maxpacket 0").errors,
              ElementsAre(HasSubstr("1:1:3: `maxpacket` is not understood")));
}

TEST(Tc, ATargetOfARedirectionMayBeQuoted) {
  const Outcome o = after(
      "tc qdisc add dev a root netem > \"my log; $DATE\".'a b' delay 50ms 2>'err log' rate 1mbit");
  EXPECT_THAT(o.errors, IsEmpty());
  EXPECT_EQ(o.down().propagation_delay().fixed(), 50e6);
  EXPECT_EQ(o.down().rate_base().fixed(), 1e6);
}

TEST(Tc, OneInterfaceIsOneDirection) {
  const Outcome o =
      imported("netem", std::vector<std::string>{"tc qdisc add dev eth0 root netem rate 1mbit"});
  EXPECT_EQ(o.up().rate_base().fixed(), 100e9);
  EXPECT_THAT(o.warnings,
              ElementsAre(HasSubstr("argument 1:0:0: not represented: the other direction")));
}

struct Refused {
  const char* text;
  const char* error;
};
class TcErrors : public testing::TestWithParam<Refused> {};
TEST_P(TcErrors, HaveAPlaceAndWhatWasExpected) {
  const Outcome o = imported("netem", std::vector<std::string>{GetParam().text});
  EXPECT_TRUE(o.yaml.empty());
  EXPECT_THAT(o.errors, testing::Contains(HasSubstr(GetParam().error)));
}
INSTANTIATE_TEST_SUITE_P(
    , TcErrors,
    testing::Values(
        Refused{"netem delay", "1:1:7: the command ends here; expected a time"},
        Refused{"netem delay 5 m", "1:1:15: `m` is not an option of netem"},
        Refused{"netem delay 2h", "1:1:13: `2h` is not a time; expected a time up to 1 h"},
        Refused{"netem delay 3601s", "1:1:13: `3601s` is out of range"},
        Refused{"netem dleay 5ms", "1:1:7: `dleay` is not an option of netem"},
        Refused{"netem rate 10mb", "1:1:12: `10mb` is not a rate"},
        Refused{"netem rate 200gbit", "1:1:12: `200gbit` is out of range"},
        Refused{"netem rate 0", "1:1:12: `0` is out of range"},
        Refused{"netem rate inf", "1:1:12: `inf` is not a rate"},
        Refused{"netem loss 101%", "1:1:12: `101%` is out of range"},
        Refused{"netem loss burst 5%", "1:1:12: `burst` is no loss model"},
        Refused{"netem loss 1% loss 2%", "1:1:15: a second `loss`"},
        Refused{"netem loss state 60% 50% 50% 50% 50%", "1:1:7: `loss state`: p13 + p14"},
        Refused{"netem limit 0", "1:1:13: `0` is out of range"},
        Refused{"netem limit 1.5", "1:1:13: `1.5` is not a whole number"},
        Refused{"netem reorder 5%", "1:1:7: `reorder` without `delay`"},
        Refused{"netem ecn", "1:1:7: `ecn` without `loss`"},
        Refused{"netem delay 5ms 1ms distribution four", "1:1:34: there is no table `four`"},
        Refused{"tbf rate 1mbit limit 3000", "1:1:5: tbf needs `burst`"},
        Refused{"tbf rate 1mbit burst 5kb", "1:1:5: tbf needs one of `latency` and `limit`"},
        Refused{"tc class add dev eth0 parent 1: htb rate 1mbit", "1:1:4: `tc class` is not"},
        Refused{"tc qdisc add dev eth0 root fq_codel", "1:1:28: the queue discipline `fq_codel`"},
        Refused{"ls\ntc qdisc show", "1:1:1: `ls` is not understood"},
        Refused{"tc qdisc show", "1:1:10: `show` is not understood"},
        Refused{"tc qdisc add dev $DEV root netem delay 5ms", "1:1:18: `$`: the value of a"},
        Refused{"tc qdisc add dev 'eth0 root\nnetem", "1:1:18: the quote ' has no end"},
        Refused{"netem delay 1ms\nnetem loss 1%", "1:2:1: a second netem of this interface"},
        Refused{"netem delay 5ms >'my log\ntrue'", "1:1:18: the quote ' has no end"},
        Refused{"tbf rate 1mbit burst 5kb limit 0", "1:1:32: `0` is out of range"},
        Refused{"# nothing", "1:0:0: no netem and no tbf"},
        Refused{"tc qdisc add dev a root netem delay 1ms\ntc qdisc add dev b root netem delay 1ms\n"
                "tc qdisc add dev c root netem delay 1ms\n",
                "1:0:0: 3 interfaces"}));

}  // namespace
}  // namespace seawind::test
