// SPDX-License-Identifier: GPL-3.0-or-later
// Effects of a timeline on the link of a case, and timelines that are rejected.
#include <gmock/gmock.h>

#include "tests/controller/testset/plan_fixture.h"

namespace seawind {
namespace {

using testing::HasSubstr;

class TimelineTest : public test::PlanTest {
 protected:
  static std::string with(const std::string& timeline) {
    return "settle: 500ms\nmatrix: {link: slow, router: q, tcp: reno, workload: w}\ntimeline:\n" +
           timeline;
  }
};

TEST_F(TimelineTest, EachChangeIsTheWholeLinkFromThenOn) {
  tree_.write("routers/big.yaml", "root: {tail_drop: {limit: 100pkt}}\n");
  tree_.write("workloads/w.yaml", "flows: [{name: a, tfrc: {duration: 60s}}]\n");
  const Plan plan =
      good(with("  - {at: 10s, change: {downlink: {rate_base: 9kbit/s, queue_max_length: off}}}\n"
                "  - {at: 20s, link: fast, router: big}\n"
                "  - {at: 30s, change: {uplink: {error_probability: 5%}}, notify: [{flow: a, text: "
                "handover}]}\n"
                "  - {at: 40s, notify: [{flow: a, text: handover 9kbit/s 1s}]}\n"));
  const auto& changes = plan.cases(0).changes();
  ASSERT_EQ(changes.size(), 3);
  EXPECT_EQ(changes[0].at_ns(), 10'500'000'000);
  EXPECT_EQ(changes[0].hop().link().downlink().rate_base().fixed(), 9'000);
  EXPECT_FALSE(changes[0].hop().link().downlink().has_queue_max_length());
  EXPECT_EQ(changes[0].hop().link().downlink().link_send_buffer_size().bytes(), 12'000);
  EXPECT_EQ(changes[0].hop().downlink_router().root().tail_drop().limit().bytes(), 11'520);
  EXPECT_EQ(changes[1].hop().link().downlink().rate_base().fixed(), 1'000'000);
  EXPECT_TRUE(changes[1].hop().link().downlink().has_queue_max_length());
  EXPECT_EQ(changes[1].hop().downlink_router().root().tail_drop().limit().packets(), 100);
  EXPECT_EQ(changes[2].hop().link().downlink().rate_base().fixed(), 1'000'000);
  EXPECT_EQ(changes[2].hop().link().uplink().error_probability().fixed(), 0.05);
  // By the name, the emulator tells a handover from a change of values.
  EXPECT_EQ(changes[0].hop().link().name(), plan.cases(0).link().name());
  EXPECT_EQ(changes[1].hop().link().name(), "fast");
  EXPECT_EQ(changes[2].hop().link().name(), "fast");
}

TEST_F(TimelineTest, ARateBesideAScheduleIsReported) {
  const std::string schedule = "rate_schedule: {steps: [{at: 0s, rate: 1Mbit/s}]}";
  const auto change = [](const std::string& at, const std::string& keys) {
    return "  - {at: " + at + ", change: {downlink: {" + keys + "}}}\n";
  };
  const Plan plan =
      good(with(change("10s", schedule) + change("20s", "rate_schedule: off, rate_base: 9kbit/s")));
  EXPECT_FALSE(plan.cases(0).changes(0).hop().link().downlink().has_rate_base());
  EXPECT_EQ(plan.cases(0).changes(1).hop().link().downlink().rate_base().fixed(), 9'000);
  EXPECT_THAT(problems_of(with(change("10s", schedule) + change("20s", "rate_base: 9kbit/s"))),
              HasSubstr("downlink.rate_base: `rate_base` has no effect beside `rate_schedule`"));
  EXPECT_THAT(problems_of(with(change("10s", schedule) + change("20s", "rate_schedule: off"))),
              HasSubstr("downlink.rate_base: is missing"));
}

TEST_F(TimelineTest, OutagesBelongToTheLinkFromItsBeginning) {
  const Plan plan =
      good(with("  - {at: 10s, outages: [{length: 3s, affects: uplink}]}\n"
                "  - {at: 13s, link: fast}\n"));
  const Case& c = plan.cases(0);
  ASSERT_EQ(c.link().outages_size(), 1);
  EXPECT_EQ(c.link().outages(0).at(), 10'500'000'000);
  ASSERT_EQ(c.changes_size(), 1);
  EXPECT_EQ(c.changes(0).hop().link().outages_size(), 1);
}

TEST_F(TimelineTest, AProfileWithoutStatesKeepsTheChannel) {
  tree_.write("profiles/slow.yaml",
              "channel: {states: [{name: good, dwell: 1s}, {name: bad, dwell: 1s}]}\n"
              "downlink: {rate_base: 64kbit/s, link_send_buffer_size: 12000B}\n"
              "uplink: {rate_base: 64kbit/s, link_send_buffer_size: 12000B}\n");
  tree_.write("profiles/fast.yaml",
              "downlink: {rate_base: 1Mbit/s, link_send_buffer_size: 12000B}\n"
              "uplink: {rate_base: 1Mbit/s, link_send_buffer_size: 12000B}\n");
  const Plan plan =
      good(with("  - {at: 1s, link: fast}\n"
                "  - {at: 2s, change: {downlink: {states: {bad: {rate_base: 1kbit/s}}}}}\n"));
  EXPECT_EQ(plan.cases(0).changes(0).hop().link().channel().states_size(), 2);
  EXPECT_EQ(plan.cases(0).changes(1).hop().link().downlink().states().at("bad").rate_base().fixed(),
            1'000);
  tree_.write("profiles/fast.yaml",
              "extends: slow\nchannel: {states: [{name: other, dwell: 1s}]}\n");
  EXPECT_THAT(problems_of(with("  - {at: 1s, link: fast}\n")),
              HasSubstr("case slow/q/reno/w: the channel of `fast` differs from that of the link "
                        "`slow`; a running link keeps its channel"));
}

TEST_F(TimelineTest, RejectsImpossibleValues) {
  EXPECT_EQ(problems_of(with("  - {at: 2s, link: fast}\n"
                             "  - {at: 1s, link: fats}\n"
                             "  - {at: 3s}\n"
                             "  - {at: 4s, notify: [{flow: z, text: x}]}\n"
                             "  - {at: 5s, change: {downlink: {rate_bse: 1kbit/s}}}\n")),
            R"(testsets/t.yaml:8:34: error: unknown key `rate_bse`
      - {at: 5s, change: {downlink: {rate_bse: 1kbit/s}}}
                                     ^~~~~~~~
  hint: did you mean `rate_base`?
)");
  EXPECT_EQ(problems_of(with("  - {at: 2s, link: fast}\n"
                             "  - {at: 1s, link: fats}\n"
                             "  - {at: 3s}\n"
                             "  - {at: 4s, notify: [{flow: z, text: x}]}\n")),
            R"(testsets/t.yaml:5:10: error: the timeline must be in order of time: 1s follows 2s
      - {at: 1s, link: fats}
             ^~
testsets/t.yaml:5:20: error: there is no file for `fats`: looked for profiles/fats.yaml
      - {at: 1s, link: fats}
                       ^~~~
  hint: did you mean `fast`?
testsets/t.yaml:6:5: error: nothing happens here: give `link`, `change`, `router`, `outages` or `notify`
      - {at: 3s}
        ^
testsets/t.yaml:7:30: error: no workload has a flow `z`
      - {at: 4s, notify: [{flow: z, text: x}]}
                                 ^
testsets/t.yaml:7:39: error: `x` is no notice of a handover
      - {at: 4s, notify: [{flow: z, text: x}]}
                                          ^
  hint: write handover, or handover 384kbit/s 300ms
)");
  EXPECT_THAT(
      problems_of(with("  - {at: 4s, notify: [{flow: a, text: handover}]}\n")),
      HasSubstr("`a` is no `tfrc` flow: only the receiver of such a flow is told of a handover"));
  EXPECT_THAT(problems_of(with("  - {at: 5s, change: {downlink: {fragment_size: 30B}}}\n")),
              HasSubstr("testsets/t.yaml:4:5: error: case slow/q/reno/w: downlink.fragment_size: "
                        "`fragment_size` has no effect without `fragmentation: true`"));
}

TEST_F(TimelineTest, AnEntryIsBeforeTheTimeout) {
  tree_.write("workloads/w.yaml", "flows: [{name: a, bulk_tcp: {size: 1kB}}]\n");
  EXPECT_EQ(problems_of("timeout: 10s\n" + with("  - {at: 9s, link: fast}\n"
                                                "  - {at: 9500ms, link: slow}\n")),
            "testsets/t.yaml:6:10: error: `timeout` is 10s, but this entry is 10s after the link\n"
            "      - {at: 9500ms, link: slow}\n"
            "             ^~~~~~\n");
  good("timeout: 10s\n" + with("  - {at: 9499ms, link: fast}\n"));
}

TEST_F(TimelineTest, AChangeFitsTheMtu) {
  EXPECT_EQ(problems_of(with("  - {at: 1s, change: {downlink: {max_packet_size: 576B}}}\n")),
            "testsets/t.yaml:4:5: error: case slow/q/reno/w: `mtu` is 1500B, but the link `slow` "
            "rejects packets larger than 576B (`max_packet_size` of its downlink)\n"
            "      - {at: 1s, change: {downlink: {max_packet_size: 576B}}}\n"
            "        ^\n");
  EXPECT_THAT(problems_of("mtu: 1000B\n" +
                          with("  - {at: 1s, change: {downlink: {stages: [{nat64: {}}]}}}\n")),
              HasSubstr("`mtu` is 1000B, but `nat64` of the link `slow` makes packets of up to "
                        "1500B"));
  good("mtu: 576B\n" + with("  - {at: 1s, change: {downlink: {max_packet_size: 576B}}}\n"));
}

TEST_F(TimelineTest, ItsRoutersAreCheckedAsThoseOfTheMatrix) {
  tree_.write("routers/peak.yaml", "root: {token_bucket: {rate: 64kbit/s, peak_rate: 32kbit/s}}\n");
  tree_.write("routers/typo.yaml",
              "root: {priority: {classes: [{name: x, match: [{flow: aa}]}, {name: rest}]}}\n");
  EXPECT_THAT(problems_of(with("  - {at: 1s, router: peak}\n")),
              HasSubstr("routers/peak.yaml:1:50: error: root.token_bucket.peak_rate"));
  EXPECT_THAT(problems_of(with("  - {at: 1s, router: typo}\n")),
              HasSubstr("routers/typo.yaml:1:54: error: no workload has a flow `aa`"));
}

}  // namespace
}  // namespace seawind
