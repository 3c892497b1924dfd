// SPDX-License-Identifier: GPL-3.0-or-later
// Effects of changes by hand on a running link, and changes that are rejected.
#include "controller/testset/link_change.h"

#include <gmock/gmock.h>

#include "tests/controller/testset/plan_fixture.h"

namespace seawind {
namespace {

using testing::HasSubstr;

class LinkChangeTest : public test::PlanTest {
 protected:
  LinkChangeTest()
      : plan_(good("settle: 500ms\n"
                   "matrix: {link: slow, router: q, tcp: reno, workload: w}\n"
                   "timeline:\n  - {at: 10s, outages: [{length: 3s}]}\n")) {
    const Case& c = plan_.cases(0);
    *running_.mutable_link() = c.link();
    *running_.mutable_downlink_router() = c.downlink_router();
    running_.set_seed(7);
  }

  std::optional<HopSpec> edit(const LinkEdit& edit) {
    Diagnostics problems;
    auto hop = edited_link(edit, running_, {plan_.test_set(), plan_.cases(0).workload(), 5001},
                           {{tree_.root()}}, problems);
    EXPECT_EQ(hop.has_value(), problems.empty());
    rendered_ = tree_.without_root(problems.render());
    return hop;
  }
  HopSpec must(const LinkEdit& wanted) {
    auto hop = edit(wanted);
    EXPECT_EQ(rendered_, "");
    return hop.value_or(HopSpec());
  }
  std::string refused(const LinkEdit& wanted) {
    EXPECT_FALSE(edit(wanted));
    return rendered_;
  }
  /// The message for a parameter, without its location.
  std::string refused(const std::string& path, const std::string& value) {
    return refused({.set = {{path, value}}});
  }
  static std::string text(const std::vector<Difference>& all) {
    std::string out;
    for (const Difference& one : all)
      out += one.path + ": " + one.before + " -> " + one.after + "\n";
    return out;
  }

  Plan plan_;
  HopSpec running_;
};

TEST_F(LinkChangeTest, ParametersAreSetAndEverythingElseStays) {
  const HopSpec hop = must({.set = {{"downlink.rate_base", "32kbit/s"},
                                    {"uplink.propagation_delay", "{uniform: {min: 1s, max: 2s}}"},
                                    {"downlink.queue_max_length", "off"}}});
  EXPECT_EQ(text(differences(running_, hop)),
            "link.downlink.queue_max_length: 1pkt -> off\n"
            "link.downlink.rate_base: 64kbit/s -> 32kbit/s\n"
            "link.uplink.propagation_delay: 0s -> {uniform: {min: 1s, max: 2s}}\n");
  EXPECT_EQ(hop.seed(), 7U);
}

TEST_F(LinkChangeTest, ValuesOfAStateAreSetInIt) {
  tree_.write("profiles/slow.yaml",
              "channel: {states: [{name: good, dwell: 1s}, {name: bad, dwell: 1s}]}\n"
              "downlink: {rate_base: 64kbit/s, link_send_buffer_size: 12000B, "
              "queue_max_length: 1pkt,\n"
              "           states: {bad: {error_probability: 50%}}}\n"
              "uplink: {rate_base: 64kbit/s, link_send_buffer_size: 12000B}\n");
  plan_ = good("matrix: {link: slow, router: q, tcp: reno, workload: w}\n");
  *running_.mutable_link() = plan_.cases(0).link();
  const HopSpec hop = must({.set = {{"downlink.states.bad.error_probability", "10%"},
                                    {"downlink.states.bad.rate_base", "9kbit/s"},
                                    {"uplink.states.good.error_probability", "1%"}}});
  EXPECT_EQ(text(differences(running_, hop)),
            "link.downlink.states.bad.error_probability: 0.5 -> 0.1\n"
            "link.downlink.states.bad.rate_base: off -> 9kbit/s\n"
            "link.uplink.states.good.error_probability: off -> 0.01\n");
  EXPECT_THAT(refused("downlink.states.worse.error_probability", "1%"), HasSubstr("worse"));
}

TEST_F(LinkChangeTest, NamesOfStatesMayHaveDots) {
  tree_.write("profiles/slow.yaml",
              "channel: {states: [{name: v1, dwell: 1s}, {name: v1.0, dwell: 1s}]}\n"
              "downlink: {rate_base: 64kbit/s, link_send_buffer_size: 12000B}\n"
              "uplink: {rate_base: 64kbit/s, link_send_buffer_size: 12000B}\n");
  plan_ = good("matrix: {link: slow, tcp: reno, workload: w}\n");
  *running_.mutable_link() = plan_.cases(0).link();
  const HopSpec hop = must({.set = {{"downlink.states.v1.0.rate_base", "9kbit/s"},
                                    {"downlink.states.v1.rate_base", "8kbit/s"}}});
  EXPECT_EQ(text(differences(running_, hop)),
            "link.downlink.states.v1.0.rate_base: off -> 9kbit/s\n"
            "link.downlink.states.v1.rate_base: off -> 8kbit/s\n");
  EXPECT_THAT(refused("downlink.states.v1.0", "9kbit/s"), HasSubstr("names no parameter"));
}

TEST_F(LinkChangeTest, AHandoverTakesTheProfileAndKeepsTheScript) {
  const HopSpec hop = must({.profile = "fast", .set = {{"downlink.rate_base", "2Mbit/s"}}});
  EXPECT_EQ(hop.link().downlink().rate_base().fixed(), 2'000'000);
  EXPECT_EQ(hop.link().uplink().rate_base().fixed(), 1'000'000);
  ASSERT_EQ(hop.link().outages_size(), 1);
  EXPECT_EQ(hop.link().outages(0).at(), 10'500'000'000);
  EXPECT_EQ(hop.downlink_router().root().tail_drop().limit().bytes(), 11'520);
}

TEST_F(LinkChangeTest, ARouterIsReplacedOrTakenAway) {
  tree_.write("routers/big.yaml", "root: {tail_drop: {limit: 100pkt}}\n");
  EXPECT_EQ(must({.router = "big"}).downlink_router().root().tail_drop().limit().packets(), 100);
  EXPECT_EQ(refused({.router = "off"}),
            "the changed link: error: downlink.queue_max_length: holds packets back, but there is "
            "no router to queue them\n");
  EXPECT_FALSE(
      must({.router = "off", .set = {{"downlink.queue_max_length", "off"}}}).has_downlink_router());
}

TEST_F(LinkChangeTest, ARouterNamesFlowsOfTheRunningWorkload) {
  const auto with_flow = [this](const std::string& flow) {
    tree_.write("routers/two.yaml", "root: {priority: {classes: [{name: x, match: [{flow: " + flow +
                                        "}]}, {name: rest}]}}\n");
  };
  with_flow("a");
  EXPECT_EQ(must({.router = "two"}).downlink_router().root().priority().classes_size(), 2);
  with_flow("aa");
  EXPECT_THAT(refused({.router = "two"}), HasSubstr("no workload has a flow `aa`"));
}

TEST_F(LinkChangeTest, TextsAreThoseOfTheReader) {
  EXPECT_THAT(refused("downlink.rate_base", "32"),
              HasSubstr("--set downlink.rate_base: error: `rate_base` needs a unit"));
  EXPECT_THAT(refused("downlink.rate_bas", "32kbit/s"), HasSubstr("did you mean `rate_base`?"));
  EXPECT_THAT(refused("downlink.error_probability", "120%"),
              HasSubstr("--set downlink.error_probability: error: "));
  EXPECT_THAT(refused("downlink.propagation_delay", "{uniform: "), HasSubstr("not valid YAML"));
  EXPECT_THAT(refused("dwnlink.rate_base", "32kbit/s"), HasSubstr("did you mean `downlink`?"));
  EXPECT_THAT(refused("downlink", "x"), HasSubstr("names no parameter"));
  EXPECT_THAT(refused("", "x"), HasSubstr("names no parameter"));
  EXPECT_THAT(refused("downlink.rate_base.fixed", "1"),
              HasSubstr("give all of it: --set 'downlink.rate_base={...}'"));
  EXPECT_THAT(refused("downlink.rate_base", "1kbit/s\nuplink: {}"), HasSubstr("one line"));
}

TEST_F(LinkChangeTest, AllThatIsWrongIsSaidAtOnce) {
  const std::string all = refused({.profile = "none",
                                   .router = "no",
                                   .set = {{"downlink.rate_base", "x"}, {"uplink.mtu", "1B"}}});
  for (const char* place : {"--profile: error: there is no file for `none`",
                            "--router: error: there is no file for `no`",
                            "--set downlink.rate_base: error: ", "--set uplink.mtu: error: "})
    EXPECT_THAT(all, HasSubstr(place));
}

TEST_F(LinkChangeTest, RulesBetweenValuesHoldForTheWhole) {
  EXPECT_THAT(refused("downlink.max_packet_size", "100B"), HasSubstr("`mtu` is 1500B"));
  // A link without a test set may reject packets of 1500 bytes from its start on.
  running_.mutable_link()->mutable_downlink()->set_max_packet_size(1400);
  EXPECT_EQ(must({.set = {{"uplink.rate_base", "9kbit/s"}}}).link().uplink().rate_base().fixed(),
            9000);
  EXPECT_THAT(refused("downlink.max_packet_size", "1399B"), HasSubstr("`mtu` is 1400B"));
  EXPECT_THAT(refused("uplink.queue_max_length", "1pkt"),
              HasSubstr("--set uplink.queue_max_length: error: uplink.queue_max_length: holds "
                        "packets back, but there is no router"));
}

// A schedule replaces the rate. A rate beside it is reported, with the way back.
TEST_F(LinkChangeTest, ARateBesideAScheduleIsReported) {
  const std::string schedule = "{steps: [{at: 0s, rate: 1Mbit/s}]}";
  running_ = must({.set = {{"downlink.rate_schedule", schedule}}});
  EXPECT_FALSE(running_.link().downlink().has_rate_base());
  EXPECT_EQ(refused("downlink.rate_base", "2Mbit/s"),
            "--set downlink.rate_base: error: downlink.rate_base: `rate_base` has no effect beside "
            "`rate_schedule`, which replaces it\n"
            "  hint: leave it out, or write `rate_schedule: off`\n");
  EXPECT_THAT(refused("downlink.rate_schedule", "off"),
              HasSubstr("downlink.rate_base: is missing"));
  const HopSpec back =
      must({.set = {{"downlink.rate_schedule", "off"}, {"downlink.rate_base", "2Mbit/s"}}});
  EXPECT_EQ(back.link().downlink().rate_base().fixed(), 2e6);
}

TEST_F(LinkChangeTest, AProfileOfAnotherChannelIsRefused) {
  tree_.write("profiles/states.yaml",
              "extends: slow\nchannel: {states: [{name: good, dwell: 1s}]}\n");
  EXPECT_THAT(refused({.profile = "states"}),
              HasSubstr("the channel of `states` differs from that of the link that runs"));
}

}  // namespace
}  // namespace seawind
