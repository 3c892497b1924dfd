// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/testset/plan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "common/error.h"
#include "controller/testset/plan_check.h"
#include "controller/testset/plan_io.h"
#include "tests/controller/testset/plan_fixture.h"

namespace seawind {
namespace {

using testing::ElementsAre;

class PlanTest : public test::PlanTest {};

constexpr const char* kFour =
    "repetitions: 4\nseed: 2001\n"
    "matrix: {link: [slow, fast], router: q, tcp: [reno, cubic], workload: w}\n";

TEST_F(PlanTest, CasesAreTheProductInTheOrderOfTheAxes) {
  const Plan plan = good(kFour);
  EXPECT_THAT(ids(plan),
              ElementsAre("slow/q/reno/w", "slow/q/cubic/w", "fast/q/reno/w", "fast/q/cubic/w"));
  EXPECT_EQ(plan.cases(3).index(), 3U);
  EXPECT_EQ(plan.cases(3).axes().at("tcp"), "cubic");
  EXPECT_EQ(plan.cases(3).link().downlink().rate_base().fixed(), 1'000'000);
  EXPECT_EQ(plan.cases(3).downlink_router().root().tail_drop().limit().bytes(), 11'520);
  EXPECT_EQ(plan.cases(3).tcp().sysctl_size(), 2);
  EXPECT_EQ(plan.test_set().name(), "t");
}

TEST_F(PlanTest, ACaseWithoutRouterHasNoRouterPart) {
  tree_.write("profiles/open.yaml",
              "extends: slow\ndownlink: {queue_max_length: off, queue_max_delay: 9s}\n");
  const Plan plan = good("matrix: {link: open, tcp: reno, workload: w}\n");
  EXPECT_THAT(ids(plan), ElementsAre("open/reno/w"));
  EXPECT_FALSE(plan.cases(0).has_downlink_router());
  EXPECT_EQ(plan.cases(0).axes().count("router"), 0U);
}

TEST_F(PlanTest, ExclusionsLeaveOutWhatMatchesEveryAxisTheyName) {
  const Plan plan = good(std::string(kFour) + "exclude: [{link: fast, tcp: cubic}, {tcp: reno}]\n");
  EXPECT_THAT(ids(plan), ElementsAre("slow/q/cubic/w"));
  EXPECT_EQ(plan.cases(0).index(), 0U);
}

TEST_F(PlanTest, ReferencesAreLookedUpBesideTheTestSetFirst) {
  const test::TempTree shipped;
  shipped.write("profiles/slow.yaml", "not read\n");
  shipped.write("tcp/shipped.yaml", "{}\n");
  const auto file = tree_.write("testsets/t.yaml",
                                "matrix: {link: slow, router: ./../routers/q.yaml, tcp: shipped, "
                                "workload: w}\n");
  Diagnostics problems;
  const auto plan = load_plan(file, shipped.root(), problems);
  ASSERT_TRUE(plan) << problems.render();
  EXPECT_THAT(ids(*plan), ElementsAre("slow/q/shipped/w"));
}

TEST_F(PlanTest, ATestSetInAFolderOfItsOwnFindsItsNeighboursToo) {
  const test::TempTree shipped;
  for (const char* name : {"profiles/slow", "routers/q", "tcp/reno", "workloads/w"})
    shipped.write(std::string(name) + ".yaml", "not read\n");
  const auto file = tree_.write("testsets/night/t.yaml",
                                "matrix: {link: slow, router: q, tcp: reno, workload: w}\n");
  Diagnostics problems;
  const auto plan = load_plan(file, shipped.root(), problems);
  ASSERT_TRUE(plan) << problems.render();
  EXPECT_THAT(ids(*plan), ElementsAre("slow/q/reno/w"));
}

TEST_F(PlanTest, RepetitionsHaveTheSameSeedAndStartsInEveryCase) {
  const Plan plan = good(kFour);
  for (int number = 0; number < 4; ++number) {
    const RepetitionPlan first = plan_repetition(plan, plan.cases(0), number);
    ASSERT_EQ(first.starts.size(), 2U);
    EXPECT_EQ(first.starts[0].flow, "a");
    EXPECT_EQ(first.starts[0].at, Duration{});
    EXPECT_EQ(first.starts[1].at, Duration::seconds(9 * number));
    for (const Case& other : plan.cases()) {
      const RepetitionPlan same = plan_repetition(plan, other, number);
      EXPECT_EQ(same.seed, first.seed);
      EXPECT_EQ(same.starts[1].at, first.starts[1].at);
    }
  }
  EXPECT_THROW(plan_repetition(plan, plan.cases(0), 4), std::out_of_range);
  EXPECT_THROW(plan_repetition(plan, plan.cases(0), -1), std::out_of_range);
}

// Pinned values: with other values every published seed would stand for another campaign.
TEST_F(PlanTest, SeedsAndUniformStartsStayWhatTheyAre) {
  const Plan plan = good(
      "repetitions: 2\nseed: 2001\n"
      "matrix: {link: slow, router: q, tcp: reno, workload: [u, w]}\n");
  const RepetitionPlan zero = plan_repetition(plan, plan.cases(0), 0);
  const RepetitionPlan one = plan_repetition(plan, plan.cases(0), 1);
  EXPECT_EQ(zero.seed, 138117634135140428U);
  EXPECT_EQ(one.seed, 17734227303907627444U);
  EXPECT_EQ(zero.starts[0].at.ns(), 10554843041);
  EXPECT_EQ(zero.starts[1].at.ns(), 18372422278);
  EXPECT_EQ(one.starts[0].at.ns(), 15269959072);
  EXPECT_EQ(plan_repetition(plan, plan.cases(1), 1).seed, one.seed);
}

TEST_F(PlanTest, SplitMixGivesThePublishedSequence) {
  // The outputs of the reference implementation (Vigna, splitmix64.c) for the state 1234567.
  const Plan plan = good(
      "repetitions: 3\nseed: 1234567\n"
      "matrix: {link: slow, router: q, tcp: reno, workload: w}\n");
  EXPECT_EQ(plan_repetition(plan, plan.cases(0), 0).seed, 6457827717110365317U);
  EXPECT_EQ(plan_repetition(plan, plan.cases(0), 1).seed, 3203168211198807973U);
  EXPECT_EQ(plan_repetition(plan, plan.cases(0), 2).seed, 9817491932198370423U);
}

TEST_F(PlanTest, UniformStartsFillTheirIntervalAndDifferBetweenFlows) {
  const Plan plan = good(
      "repetitions: 1000\n"
      "matrix: {link: slow, router: q, tcp: reno, workload: u}\n");
  double sum = 0;
  int same = 0;
  for (int number = 0; number < 1000; ++number) {
    const auto starts = plan_repetition(plan, plan.cases(0), number).starts;
    for (const FlowStart& start : starts) {
      ASSERT_GE(start.at, Duration::seconds(10));
      ASSERT_LT(start.at, Duration::seconds(20));
      sum += start.at.in_seconds();
    }
    same += starts[0].at == starts[1].at ? 1 : 0;
  }
  // Mean 15 s. The standard error of 2000 draws is 10 / sqrt(12 * 2000) = 0.065 s; the tolerance is
  // four of them.
  EXPECT_NEAR(sum / 2000, 15, 0.26);
  EXPECT_EQ(same, 0);
}

TEST_F(PlanTest, UntilPlansTheMostAndSpreadsEveryPartEvenly) {
  const Plan plan = good(
      "until: {metric: elapsed, flow: slower, half_width: 2%, max_repetitions: 16}\n"
      "matrix: {link: slow, router: q, tcp: reno, workload: w}\n");
  EXPECT_EQ(plan.test_set().repetitions(), 16);
  EXPECT_EQ(plan.test_set().until().min_repetitions(), 8);
  EXPECT_EQ(plan.test_set().until().confidence(), 0.95);
  std::vector<double> starts;
  for (int i = 0; i < 8; ++i)
    starts.push_back(plan_repetition(plan, plan.cases(0), i).starts[1].at.in_seconds());
  EXPECT_THAT(starts, testing::ElementsAre(0, 18, 9, 27, 4.5, 22.5, 13.5, 31.5));
  EXPECT_NE(describe(plan).find("1 case x up to 16 repetitions = up to 16 runs"), std::string::npos)
      << describe(plan);
}

TEST_F(PlanTest, UntilNamesAFlowInItsOwnKey) {
  const auto problems = [this](const std::string& what) {
    return problems_of("until: {" + what + ", half_width: 2%, max_repetitions: 16}\n" +
                       "matrix: {link: slow, router: q, tcp: reno, workload: w}\n");
  };
  EXPECT_THAT(problems("metric: a/elapsed"),
              testing::HasSubstr("t.yaml:1:17: error: the flow has a key of its own"));
  EXPECT_THAT(problems("metric: a/elapsed"), testing::HasSubstr("`flow: a, metric: elapsed`"));
  EXPECT_THAT(problems("metric: elapsed, flow: slowr"),
              testing::HasSubstr("did you mean `slower`?"));
}

TEST_F(PlanTest, UntilAndRepetitionsExcludeEachOther) {
  const std::string text = problems_of(
      "repetitions: 3\n"
      "until: {metric: elapsed, half_width: 2%, min_repetitions: 9, max_repetitions: 4}\n"
      "matrix: {link: slow, router: q, tcp: reno, workload: w}\n");
  EXPECT_NE(text.find("t.yaml:1:14: error: `repetitions` and `until` exclude each other"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("`min_repetitions` is 9, but `max_repetitions` only 4"), std::string::npos)
      << text;
}

TEST_F(PlanTest, JsonIsCanonicalAndReadsBackTheSame) {
  const Plan plan = good(kFour);
  const std::string json = plan_to_json(plan);
  EXPECT_EQ(plan_to_json(plan_from_json(json)), json);
  EXPECT_EQ(plan_to_json(good(kFour)), json);
  EXPECT_THROW(plan_from_json("{"), Error);
  Plan many = plan_from_json(json);
  many.mutable_cases(0)->mutable_tcp()->set_warm_up(1000);
  many.mutable_cases(0)->mutable_tcp()->set_warm_up_flows(1'000'000);
  EXPECT_THROW(plan_from_json(plan_to_json(many)), Error);
  EXPECT_THROW(plan_from_json(R"({"unheard_of": 1})"), Error);
}

// Values of an untrusted resolved.json reach file names, scripts and the stacks of other programs.
TEST(PlanJson, RejectsValuesThatNoProgramWrites) {
  const auto said = [](const std::string& json) {
    try {
      plan_from_json(json);
    } catch (const Error& e) {
      return std::string(e.what());
    }
    return std::string();
  };
  using testing::HasSubstr;
  EXPECT_THAT(said(R"({"cases": [{"id": "e0/../../x"}]})"), HasSubstr("cases[0].id: `..` is not"));
  EXPECT_THAT(said(R"({"cases": [{"index": 7}]})"), HasSubstr("case 0 has the number 7"));
  EXPECT_THAT(said(R"({"cases": [{"link": {"name": "`x`"}}]})"),
              HasSubstr("cases[0].link.name: ``x`` is not a name"));
  EXPECT_THAT(said(R"({"cases": [{"workload": {"flows": [{"name": "a/b"}]}}]})"),
              HasSubstr("cases[0].workload.flows[0].name: `a/b` is not a name"));
  EXPECT_THAT(said(R"({"test_set": {"description": "\u001b[2J"}})"),
              HasSubstr("test_set.description: `\\x1b[2J` holds a control character"));
  EXPECT_THAT(
      said(
          R"({"test_set": {"matrix": {"link": "a", "tcp": "b", "workload": "c"}, "timeout": "-1"}})"),
      HasSubstr("cannot read the plan"));
  EXPECT_THAT(said(R"({"cases": [{"link": {"downlink": {"rate_base": "x"}}}]})"),
              HasSubstr("cannot read the plan"));
  EXPECT_THAT(said(R"({"cases": [{"link": {"downlink": {"rate_base": true}}}]})"),
              HasSubstr("cannot read the plan"));
  EXPECT_THAT(said(std::string(100'000, '[')), HasSubstr("cannot read the plan"));
  std::string deep = "{\"cases\": ";
  for (int i = 0; i < 100'000; ++i) deep += '[';
  for (int i = 0; i < 100'000; ++i) deep += ']';
  EXPECT_THAT(said(deep + "}"), HasSubstr("it is nested deeper than 100 levels"));
  std::string flows = R"({"cases": [{"workload": {"flows": [)";
  for (int i = 0; i <= kMaxFlows; ++i) flows += i > 0 ? ",{}" : "{}";
  EXPECT_THAT(said(flows + "]}}]}"), HasSubstr("case 0 has more than 1000 flows"));
  std::string many = "{\"cases\": [";
  for (std::size_t i = 0; i < kMaxPlanObjects; ++i) many += "{},";
  many.back() = ']';
  EXPECT_THAT(said(many + "}"), HasSubstr("it has more than 5000000 objects"));
  const std::string text = R"({"test_set": {"description": "\"\\)" + std::string(200, '[') + "\"}}";
  EXPECT_EQ(said(text), "") << "brackets in a text are no nesting";
  EXPECT_THAT(said(R"({"x": '"', "cases": )" + deep.substr(10) + "}"),
              HasSubstr("it is nested deeper than 100 levels"))
      << "protobuf takes texts in single quotes";
}

TEST_F(PlanTest, DescribesItself) {
  EXPECT_EQ(describe(good(std::string(kFour) + "parallel: 5\ntimeout: 6min\n")),
            "t: 4 cases x 4 repetitions = 16 runs, 5 at a time; at most 6min each, 24min in all\n"
            "  slow/q/reno/w\n  slow/q/cubic/w\n  fast/q/reno/w\n  fast/q/cubic/w\n");
  EXPECT_EQ(
      describe(good("matrix: {link: slow, router: q, tcp: reno, workload: w}\n")),
      "t: 1 case x 1 repetition = 1 run, as many at a time as the machine allows; at most 10min "
      "each\n  slow/q/reno/w\n");
  EXPECT_EQ(describe(good("repetitions: 100000\nparallel: 1\ntimeout: 24h\n"
                          "matrix: {link: [slow, fast], router: q, tcp: reno, workload: w}\n")),
            "t: 2 cases x 100000 repetitions = 200000 runs, 1 at a time; at most 24h each, "
            "4800000h in all\n  slow/q/reno/w\n  fast/q/reno/w\n");
}

}  // namespace
}  // namespace seawind
