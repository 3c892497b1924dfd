// SPDX-License-Identifier: GPL-3.0-or-later
// Presets, netemu and rattan; how a profile is written.
#include <sstream>

#include "tests/controller/import/import_fixture.h"

namespace seawind::test {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;

Outcome one(const std::string& format, const std::string& text, const std::string& second = "") {
  std::vector<std::string> texts = {text};
  if (!second.empty()) texts.push_back(second);
  return imported(format, texts);
}

// -------------------------------------------------------------------------------------- presets

TEST(Presets, HaveThePublishedValuesAndHalfTheRoundTripEachWay) {
  const Outcome cable = one("preset", "webpagetest:Cable");
  EXPECT_EQ(cable.down().rate_base().fixed(), 5e6);
  EXPECT_EQ(cable.up().rate_base().fixed(), 1e6);
  EXPECT_EQ(cable.down().propagation_delay().fixed() + cable.up().propagation_delay().fixed(),
            28e6);
  const Outcome native = one("preset", "webpagetest:Native");
  EXPECT_EQ(native.down().rate_base().fixed(), 100e9);
}

TEST(Presets, OfDevToolsAreThoseOfTheNetwork) {
  const Outcome o = one("preset", "chrome:Slow 4G");
  EXPECT_EQ(o.down().rate_base().fixed(), 1.6e6);
  EXPECT_EQ(o.up().rate_base().fixed(), 750e3);
  EXPECT_EQ(o.down().propagation_delay().fixed(), 75e6);
  EXPECT_THAT(o.warnings, Contains(HasSubstr("with 0.9 of the rates and 3.75 times the round")));
  EXPECT_THAT(o.yaml, HasSubstr("DevTools itself: 1440 kbit/s"));
  EXPECT_THAT(o.yaml, HasSubstr("DevTools itself: 562.5 ms a request"));
  EXPECT_THAT(one("preset", "chrome:Fast 4G").warnings, Contains(HasSubstr("2.75 times")));
  EXPECT_THAT(one("preset", "chrome:Slow 3G").warnings, Contains(HasSubstr("0.8 of the rates")));
  EXPECT_THAT(
      one("preset", "chrome:Slow 5G").errors,
      Contains(HasSubstr("argument 1:1:1: `chrome:Slow 5G` is not a preset; expected one of")));
}

// --------------------------------------------------------------------------------------- netemu

constexpr const char* kNetemu = R"(profiles:
  leo:
    description: LEO
    delay_ms: 22
    jitter_ms: 7
    delay_distribution: normal
    loss_model: gemodel
    loss_pct: 0.5
    loss_correlation_pct: 40
    rate_mbit: 100
    uplink: {rate_mbit: 15, loss_pct: 0.8, jitter_ms: 0}
  5qi_7: {description: "5QI 7 (PDB 100ms), PER 1e-3", delay_ms: 80, rate_mbit: null}
)";

TEST(Netemu, AnUplinkHasTheKeysThatDiffer) {
  const Outcome o = one("netemu", kNetemu, "leo");
  EXPECT_EQ(o.profile.description(), "LEO");
  EXPECT_EQ(o.down().rate_base().fixed(), 100e6);
  EXPECT_EQ(o.up().rate_base().fixed(), 15e6);
  EXPECT_EQ(o.down().propagation_delay().normal().mean(), 22e6);
  EXPECT_EQ(o.up().propagation_delay().fixed(), 22e6);
  EXPECT_EQ(o.down().loss_pattern().gilbert_elliott().p(), 0.005);
  EXPECT_EQ(o.down().loss_pattern().gilbert_elliott().r(), 0.4);
  EXPECT_EQ(o.up().loss_pattern().gilbert_elliott().p(), 0.008);
  // htb is behind netem, whose jitter has then reordered the packets.
  EXPECT_TRUE(o.down().reordering());
  EXPECT_FALSE(o.up().reordering());
}

TEST(Netemu, SmallNumbersAreRead) {
  const Outcome o =
      one("netemu", "profiles: {a: {delay_ms: 2.5e1, loss_pct: 1.0e-2, rate_mbit: 1e-1}}");
  EXPECT_THAT(o.errors, IsEmpty());
  EXPECT_EQ(o.down().propagation_delay().fixed(), 25e6);
  EXPECT_NEAR(o.down().error_probability().fixed(), 0.0001, 1e-12);
  EXPECT_EQ(o.down().rate_base().fixed(), 1e5);
}

TEST(Netemu, ADelayBudgetIsNoDelay) {
  const Outcome o = one("netemu", kNetemu, "5qi_7");
  EXPECT_EQ(o.down().propagation_delay().fixed(), 80e6);
  EXPECT_THAT(o.warnings, Contains(HasSubstr("argument 1:12:")));
  EXPECT_THAT(o.warnings, Contains(HasSubstr("not represented: a delay budget")));
  EXPECT_THAT(one("netemu", kNetemu, "leo").warnings, Not(Contains(HasSubstr("budget"))));
}

TEST(Netemu, BidirectionalFalseLeavesTheDownlinkOpen) {
  const auto with = [](const std::string& word) {
    return one("netemu", "profiles: {a: {delay_ms: 5, rate_mbit: 1}}\nbidirectional: " + word);
  };
  for (const char* word : {"false", "False", "no", "OFF"}) {
    const Outcome o = with(word);
    EXPECT_EQ(o.up().rate_base().fixed(), 1e6) << word;
    EXPECT_EQ(o.down().rate_base().fixed(), 100e9) << word;
  }
  EXPECT_EQ(with("True").down().rate_base().fixed(), 1e6);
  EXPECT_THAT(with("0").errors, Contains("argument 1:2:16: `bidirectional`: `0` is no boolean; "
                                         "expected true or false"));
}

TEST(Netemu, WhatIsNotUnderstoodHasAPlace) {
  EXPECT_THAT(one("netemu", kNetemu).errors, Contains(HasSubstr("there are 2 profiles")));
  EXPECT_THAT(one("netemu", kNetemu, "geo").errors,
              Contains(HasSubstr("`geo` is not a profile of")));
  EXPECT_THAT(one("netemu", "a: 1").errors, Contains(HasSubstr("no profiles; expected")));
  const auto error = [](const std::string& keys) {
    return one("netemu", "profiles: {a: {" + keys + "}}").errors;
  };
  EXPECT_THAT(error("delay: 5"),
              Contains("argument 1:1:16: `delay` is not a key of a netemu profile"));
  EXPECT_THAT(error("delay_ms: x"), Contains(HasSubstr("1:26: `delay_ms`: `x` is not a number")));
  EXPECT_THAT(error("delay_ms: [5]"), Contains(HasSubstr("is a list or a map")));
  EXPECT_THAT(error("loss_pct: 1, loss_model: x"), Contains(HasSubstr("`x` is no loss_model")));
  EXPECT_THAT(error("loss_pct: 200"), Contains(HasSubstr("1:26: `200` is out of range")));
}

// --------------------------------------------------------------------------------------- rattan

constexpr const char* kRattan = R"([cells.up_bw]
type = "Bw"
bandwidth = "1.5Mbps"
queue = "DropTail"
queue_config = { packet_limit = 60 }
bw_type = "LinkLayer"
[cells.up_delay]
type = "Delay"
delay = "20ms 500us"
[cells.down_loss]
type = "Loss"
pattern = [0.1, 0.2]
[cells.down_bw]
type = "TokenBucket"
rate = "2Mbps"
limit = 9000
[links]
left = "up_bw"
up_bw = "up_delay"
up_delay = "right"
right = "down_loss"
down_loss = "down_bw"
down_bw = "left"
)";

TEST(Rattan, FollowsTheLinks) {
  const Outcome o = one("rattan", kRattan);
  EXPECT_THAT(o.errors, IsEmpty());
  EXPECT_EQ(o.up().rate_base().fixed(), 1.5e6);
  EXPECT_EQ(o.up().link_send_buffer_size().packets(), 60);
  EXPECT_EQ(o.up().protocol_overhead_per_packet(), 38);
  EXPECT_EQ(o.up().propagation_delay().fixed(), 20.5e6);
  EXPECT_EQ(o.down().rate_base().fixed(), 2e6);
  EXPECT_EQ(o.down().link_send_buffer_size().bytes(), 9000);
  EXPECT_EQ(o.down().loss_pattern().gilbert_elliott().p(), 0.1);
  EXPECT_EQ(o.down().loss_pattern().gilbert_elliott().r(), 0.8);
  EXPECT_THAT(o.warnings,
              Contains(HasSubstr("argument 1:3:13: not represented: a packet leaves rattan")));
}

TEST(Rattan, AKeyOfManyPartsIsRefused) {
  std::string key = "a";
  for (int i = 0; i < 100'000; ++i) key += ".a";
  for (const std::string& text :
       {"[" + key + "]", key + " = 1", "s = \"x\\\\\"\n" + key + " = 1",
        "x = {s = \"\"\"y\"\"\"\", " + key + " = 1}", "s = '''#'''\n" + key + " = 1"})
    EXPECT_THAT(one("rattan", text).errors,
                Contains(HasSubstr("cannot be read as TOML: a key of more than 256 parts")));
  EXPECT_THAT(one("rattan", "s = 1 # \"\n[" + key + "]").errors,
              Contains(HasSubstr("argument 1:2:513: cannot be read as TOML")));
}

TEST(Rattan, DotsOfCommentsAndStringsAreNoParts) {
  const std::string dots(300, '.');
  for (const std::string& text : {"# " + dots, "s = \"\\\"" + dots + "\"", "s = '\\' # " + dots,
                                  "s = \"\"\"\n\"" + dots + "\"\"\"", "s = '''" + dots + "'''"})
    EXPECT_THAT(one("rattan", text + "\n" + kRattan).errors, IsEmpty()) << text;
}

TEST(Rattan, DelaysTogetherAreAtMostThoseOfAProfile) {
  const Outcome o = one("rattan", R"({"devices": {"a": {"type": "Delay", "delay": "40min"},
    "b": {"type": "Delay", "delay": "40min"}},
    "links": {"left": "a", "a": "b", "b": "right", "right": "left"}})");
  EXPECT_THAT(o.errors, Contains(HasSubstr("more than 1 h together")));
}

TEST(Rattan, JsonAndTheOlderNames) {
  const Outcome o = one("rattan", R"({"devices": {"d": {"type": "Delay", "delay": "1s"},
    "b": {"type": "Bw", "bandwidth": {"gbps": 1, "bps": 200000000}},
    "l": {"type": "Loss", "pattern": [0.05]}},
    "links": {"left": "b", "b": "l", "l": "right", "right": "d", "d": "left"}})");
  EXPECT_THAT(o.errors, IsEmpty());
  EXPECT_EQ(o.up().rate_base().fixed(), 1.2e9);
  EXPECT_EQ(o.up().error_probability().fixed(), 0.05);
  EXPECT_EQ(o.down().propagation_delay().fixed(), 1e9);
}

TEST(Rattan, SmallNumbersAreRead) {
  for (const std::string number : {"0.00001", "1e-5"}) {
    const Outcome o = one("rattan", "[cells.a]\ntype = \"Loss\"\npattern = [" + number +
                                        "]\n[links]\nleft = \"a\"\na = \"right\"\n"
                                        "right = \"left\"\n");
    EXPECT_THAT(o.errors, IsEmpty());
    EXPECT_EQ(o.up().error_probability().fixed(), 1e-5);
  }
}

TEST(Rattan, WhatIsNotUnderstoodHasAPlace) {
  const auto error = [](std::string text, const std::string& from, const std::string& to) {
    text.replace(text.find(from), from.size(), to);
    return one("rattan", text).errors;
  };
  EXPECT_THAT(error(kRattan, "\"Delay\"", "\"DelayReplay\""),
              Contains(HasSubstr("argument 1:8:8: the cell `up_delay` of type DelayReplay")));
  EXPECT_THAT(error(kRattan, "1.5Mbps", "1.5Mb"),
              Contains(HasSubstr("1:3:13: `1.5Mb` is not understood; expected a bandwidth")));
  EXPECT_THAT(error(kRattan, "bandwidth", "bandwith"),
              Contains(HasSubstr("1:3:1: `bandwith` is no")));
  EXPECT_THAT(error(kRattan, "DropTail", "PIE"), Contains(HasSubstr("1:4:9: the queue PIE")));
  EXPECT_THAT(error(kRattan, "down_bw = \"left\"", "down_bw = \"down_loss\""),
              Contains(HasSubstr("the links lead to `down_loss` twice")));
  EXPECT_THAT(error(kRattan, "down_bw = \"left\"", ""), Contains(HasSubstr("no link leads from")));
  EXPECT_THAT(error(kRattan, "[0.1, 0.2]", "[0.1, 2]"),
              Contains(HasSubstr("a probability from 0")));
  EXPECT_THAT(error(kRattan, "type = \"Bw\"", "type = "),
              Contains(HasSubstr("cannot be read as TOML")));
}

// ------------------------------------------------------------------------------------- writing

TEST(Writing, EveryValueHasItsSourceAndEveryWarningIsInTheFile) {
  const Outcome o =
      imported("netem", std::vector<std::string>{"netem delay 5ms \"distribution\"\n\x1b[2J"});
  EXPECT_FALSE(o.errors.empty());
  const Outcome good = imported(
      "netem", std::vector<std::string>{"netem delay 5ms 1ms 25%\n\n\n# \x1b[2J\t\"a: b\" #"});
  EXPECT_THAT(good.errors, IsEmpty());
  EXPECT_THAT(good.yaml, Not(HasSubstr("\x1b")));
  EXPECT_THAT(good.yaml, HasSubstr("# argument 1:1:21: not represented: a correlation of 25 %"));
  std::istringstream lines(good.yaml);
  for (std::string line; std::getline(lines, line);)
    if (line.starts_with("  ")) EXPECT_THAT(line, HasSubstr("  # "));
}

}  // namespace
}  // namespace seawind::test
