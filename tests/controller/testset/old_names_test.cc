// SPDX-License-Identifier: GPL-3.0-or-later
// A test set with old names of TCP variants gives the plan with the current names.
#include <gmock/gmock.h>

#include "controller/testset/plan_io.h"
#include "tests/controller/testset/plan_fixture.h"

namespace seawind::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class OldNamesInAPlan : public PlanTest {
 protected:
  OldNamesInAPlan() {
    tree_.write("tcp/baseline-legacy.yaml", "extends: reno\n");
    tree_.write("tcp/enhanced-legacy.yaml", "extends: cubic\n");
  }

  static std::string with(const std::string& baseline, const std::string& enhanced) {
    return "matrix:\n  link: [slow, fast]\n  router: q\n  tcp: [" + baseline + ", " + enhanced +
           "]\n  workload: w\nexclude:\n  - {link: fast, tcp: " + baseline + "}\n";
  }
};

TEST_F(OldNamesInAPlan, WarnWithTheirPlaceAndGiveTheSamePlan) {
  const auto old_plan = load(with("baseline-period", "enhanced-legacy"));
  EXPECT_EQ(rendered_,
            "testsets/t.yaml:4:9: warning: `baseline-period` is now `baseline-legacy`; the old "
            "name will be removed in the next version\n"
            "      tcp: [baseline-period, enhanced-legacy]\n"
            "            ^~~~~~~~~~~~~~~\n"
            "testsets/t.yaml:7:23: warning: `baseline-period` is now `baseline-legacy`; the old "
            "name will be removed in the next version\n"
            "      - {link: fast, tcp: baseline-period}\n"
            "                          ^~~~~~~~~~~~~~~\n");
  const Plan plan = good(with("baseline-legacy", "enhanced-legacy"));
  ASSERT_TRUE(old_plan);
  EXPECT_EQ(plan_to_json(*old_plan), plan_to_json(plan));
  EXPECT_THAT(ids(plan), ElementsAre("slow/q/baseline-legacy/w", "slow/q/enhanced-legacy/w",
                                     "fast/q/enhanced-legacy/w"));
}

TEST_F(OldNamesInAPlan, AFileOfThatNameIsTaken) {
  tree_.write("tcp/baseline-period.yaml", "extends: cubic\n");
  EXPECT_THAT(ids(good(with("baseline-period", "baseline-legacy"))),
              ElementsAre("slow/q/baseline-period/w", "slow/q/baseline-legacy/w",
                          "fast/q/baseline-legacy/w"));
}

TEST_F(OldNamesInAPlan, BothNamesOfOneVariantAreTheSameValueTwice) {
  EXPECT_THAT(problems_of(with("baseline-period", "baseline-legacy")),
              HasSubstr("`baseline-legacy` is given twice in the axis `tcp`"));
}

TEST_F(OldNamesInAPlan, AnUnknownNameIsAnError) {
  EXPECT_THAT(problems_of(with("other-period", "enhanced-legacy")),
              HasSubstr("t.yaml:4:9: error: there is no file for `other-period`"));
}

}  // namespace
}  // namespace seawind::test
