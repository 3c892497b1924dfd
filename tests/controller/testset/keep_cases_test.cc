// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/testset/keep_cases.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "common/config/tree.h"
#include "common/error.h"
#include "controller/testset/find_test_sets.h"
#include "tests/controller/testset/plan_fixture.h"

namespace seawind::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr const char* kFour =
    "seed: 5\nrepetitions: 3\n"
    "matrix: {link: [slow, fast], router: q, tcp: [reno, cubic], workload: w}\n";

using KeepCasesTest = PlanTest;

TEST_F(KeepCasesTest, CasesThatRemainAreNumberedFromZeroAndKeepNamesAndSeeds) {
  const Plan whole = good(kFour);
  Plan plan = whole;
  EXPECT_EQ(keep_cases(CaseExpression("link=fast & tcp~cub | link=slow & tcp=reno"), plan), 2);
  ASSERT_THAT(ids(plan), ElementsAre("slow/q/reno/w", "fast/q/cubic/w"));
  for (int i = 0; i < plan.cases_size(); ++i) {
    EXPECT_EQ(plan.cases(i).index(), static_cast<std::uint32_t>(i));
    const Case& same = whole.cases(i == 0 ? 0 : 3);
    EXPECT_EQ(plan.cases(i).id(), same.id());
    for (int number = 0; number < 3; ++number) {
      const auto now = plan_repetition(plan, plan.cases(i), number);
      const auto before = plan_repetition(whole, same, number);
      EXPECT_EQ(now.seed, before.seed);
      for (std::size_t flow = 0; flow < before.starts.size(); ++flow)
        EXPECT_EQ(now.starts[flow].at, before.starts[flow].at);
    }
  }
}

TEST_F(KeepCasesTest, ACaseWithoutARouterHasAnEmptyOne) {
  Plan plan;
  (*plan.add_cases()->mutable_axes())["link"] = "slow";
  EXPECT_EQ(keep_cases(CaseExpression("router=\"\" | link=slow"), plan), 1);
  EXPECT_EQ(keep_cases(CaseExpression("router=q"), plan), 0);
}

TEST_F(KeepCasesTest, TestSetsOfAFolderAreTheFilesWithAMatrix) {
  tree_.write("testsets/b.yaml", kFour);
  tree_.write("testsets/a.yaml", kFour);
  tree_.write("testsets/broken.yaml", "matrix: [\n");  // not skipped: reading it reports the errors
  tree_.write("testsets/published.yaml", "values: []\n");
  tree_.write("testsets/notes.txt", kFour);
  tree_.write("testsets/below/c.yaml", kFour);
  std::vector<std::string> names;
  for (const auto& file : test_sets_in(tree_.root() / "testsets"))
    names.push_back(file.filename().string());
  EXPECT_THAT(names, ElementsAre("a.yaml", "b.yaml", "broken.yaml"));
  EXPECT_EQ(is_test_set(tree_.root() / "testsets/broken.yaml"), std::nullopt);
}

TEST_F(KeepCasesTest, AFolderWithoutTestSetsIsAnError) {
  tree_.write("empty/published.yaml", "values: []\n");
  EXPECT_THAT([&] { test_sets_in(tree_.root() / "empty"); },
              testing::ThrowsMessage<Error>(HasSubstr("no test set in the folder")));
  EXPECT_THROW(test_sets_in(tree_.root() / "none"), Error);
}

TEST_F(KeepCasesTest, AFifoIsNotWaitedFor) {
  tree_.write("testsets/a.yaml", kFour);
  const auto fifo = tree_.root() / "testsets/fifo.yaml";
  ASSERT_EQ(::mkfifo(fifo.c_str(), 0600), 0);
  EXPECT_FALSE(is_test_set(fifo).has_value());
  Diagnostics problems;
  EXPECT_FALSE(config::read_tree(fifo, problems));
  EXPECT_THAT(problems.render(), HasSubstr("cannot read: it is not a regular file"));
}

}  // namespace
}  // namespace seawind::test
