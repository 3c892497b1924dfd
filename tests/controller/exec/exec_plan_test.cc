// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/exec/exec_plan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "controller/campaign/directory.h"
#include "controller/testset/lateness_limits.h"
#include "controller/testset/plan_check.h"
#include "controller/testset/plan_io.h"
#include "tests/support/temp_tree.h"

namespace seawind {
namespace {

using testing::HasSubstr;

ExecPlanChoice choice() {
  return {.link = "umts", .description = "a command", .configs = SEAWIND_SOURCE_DIR "/configs"};
}

TEST(ExecPlan, IsOneCaseWithoutFlows) {
  Diagnostics problems;
  const auto plan = exec_plan(choice(), problems);
  ASSERT_TRUE(plan) << problems.render();
  ASSERT_EQ(plan->cases_size(), 1);
  EXPECT_EQ(plan->cases(0).id(), "umts/linux-default/exec");
  EXPECT_EQ(plan->cases(0).workload().flows_size(), 0);
  EXPECT_EQ(plan->test_set().repetitions(), 1);
  EXPECT_EQ(plan->test_set().mtu(), 1500);
  const LatenessLimits limits = lateness_limits(plan->test_set(), plan->cases(0));
  EXPECT_EQ(limits.p999, 1'812'500) << "the default of test sets: 1 % of 150 ms and 31.25 ms";
  EXPECT_NO_THROW(check_plan(plan_from_json(plan_to_json(*plan))));
}

TEST(ExecPlan, HasTheChosenRouterAndLimits) {
  ExecPlanChoice chosen = choice();
  chosen.router = "tail-drop-20";
  chosen.tcp = "baseline";
  chosen.limits = {"lateness_p999=5ms", "stalls=1"};
  Diagnostics problems;
  const auto plan = exec_plan(chosen, problems);
  ASSERT_TRUE(plan) << problems.render();
  EXPECT_EQ(plan->cases(0).id(), "umts/tail-drop-20/baseline/exec");
  EXPECT_TRUE(plan->cases(0).has_downlink_router());
  EXPECT_EQ(plan->test_set().limits().lateness_p999(), 5'000'000);
  EXPECT_EQ(lateness_limits(plan->test_set(), plan->cases(0)).largest, 20'000'000) << "the default";
}

TEST(ExecPlan, InterfacesSendNoPacketThatTheLinkRejects) {
  const test::TempTree tree;
  ExecPlanChoice chosen = choice();
  chosen.link =
      tree.write("narrow.yaml", "extends: umts\nuplink: {max_packet_size: 576B}\n").string();
  Diagnostics problems;
  const auto plan = exec_plan(chosen, problems);
  ASSERT_TRUE(plan) << problems.render();
  EXPECT_EQ(plan->test_set().mtu(), 576);
}

TEST(ExecPlan, UnknownNamesLeadToTheList) {
  ExecPlanChoice chosen = choice();
  chosen.tcp = "cubic";
  Diagnostics problems;
  EXPECT_FALSE(exec_plan(chosen, problems));
  EXPECT_THAT(problems.render(), HasSubstr("`seawind tcp list` shows the names"));
}

TEST(ExecPlan, SeedIsThatOfATestSet) {
  ExecPlanChoice chosen = choice();
  chosen.seed = 7;
  Diagnostics problems;
  const auto plan = exec_plan(chosen, problems);
  ASSERT_TRUE(plan);
  Plan test_set;
  test_set.mutable_test_set()->set_seed(7);
  test_set.mutable_test_set()->set_repetitions(1);
  EXPECT_EQ(plan_repetition(*plan, plan->cases(0), 0).seed,
            plan_repetition(test_set, plan->cases(0), 0).seed);
}

TEST(ExecPlan, AnyCommandMakesAPlanThatIsReadBack) {
  for (const std::string& command :
       {std::string("a\nb\tc"), std::string("\x1b[2J\xff\xfe"), std::string(5'000'000, 'x')}) {
    ExecPlanChoice chosen = choice();
    chosen.description = command;
    Diagnostics problems;
    const auto plan = exec_plan(chosen, problems);
    ASSERT_TRUE(plan);
    EXPECT_LE(plan->test_set().description().size(), 1003U) << "with ...";
    EXPECT_NO_THROW(check_plan(plan_from_json(plan_to_json(*plan))));
  }
}

TEST(ExecPlan, NamesOfFilesObeyTheRuleOfNames) {
  const test::TempTree tree;
  std::ifstream in(SEAWIND_SOURCE_DIR "/configs/profiles/umts.yaml");
  const std::string profile((std::istreambuf_iterator<char>(in)), {});
  ExecPlanChoice chosen = choice();
  chosen.link = tree.write("$(touch pwned).yaml", profile).string();
  Diagnostics problems;
  EXPECT_FALSE(exec_plan(chosen, problems));
  EXPECT_THAT(problems.render(), HasSubstr("the file's name: "));
}

TEST(ExecPlan, LimitsWithoutEffectAreRefused) {
  for (const char* const key : {"attempts=2", "start_error=1ms", "pacing_error=1ms"}) {
    ExecPlanChoice chosen = choice();
    chosen.limits = {key};
    Diagnostics problems;
    EXPECT_FALSE(exec_plan(chosen, problems)) << key;
    EXPECT_THAT(problems.render(), HasSubstr("has no effect: there is one attempt, without flows"));
  }
}

TEST(ExecPlan, ReportsAllMistakesAtTheirOptions) {
  ExecPlanChoice wrong = choice();
  wrong.link = "umtss";
  wrong.tcp = "basline";
  wrong.limits = {"lateness_p999", "lateness_max=7", "lateness_p999=1ms\nattempts: 5"};
  Diagnostics problems;
  EXPECT_FALSE(exec_plan(wrong, problems));
  const std::string text = problems.render();
  EXPECT_THAT(text, HasSubstr("--link: error: there is no file for `umtss`"));
  EXPECT_THAT(text, HasSubstr("--tcp: error: there is no file for `basline`"));
  EXPECT_THAT(text, HasSubstr("--limit: error: `lateness_p999` is not KEY=VALUE"));
  EXPECT_THAT(text, HasSubstr("attempts: 5` is not KEY=VALUE"));
  EXPECT_THAT(text, HasSubstr("--limit:1:15: error: `lateness_max` needs a unit"));
}

}  // namespace
}  // namespace seawind
