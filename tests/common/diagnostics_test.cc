// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/diagnostics.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "tests/support/temp_tree.h"

namespace seawind {
namespace {

class DiagnosticsTest : public testing::Test {
 protected:
  std::string render() const { return tree_.without_root(problems_.render()); }
  test::TempTree tree_;
  Diagnostics problems_;
};

TEST_F(DiagnosticsTest, ShowsTheLineACaretAndTheHint) {
  const auto file = tree_.write("x.yaml", "downlink:\n  propagation_delay: 300\n");
  problems_.add({file, 2, 22, 3}, "`propagation_delay` needs a unit: 300ms, 0.3s",
                "did you mean `300ms`?");
  EXPECT_EQ(render(),
            "x.yaml:2:22: error: `propagation_delay` needs a unit: 300ms, 0.3s\n"
            "      propagation_delay: 300\n"
            "                         ^~~\n"
            "  hint: did you mean `300ms`?\n");
}

TEST_F(DiagnosticsTest, SortsByLineWithinAFileAndKeepsTheOrderOfFiles) {
  const auto b = tree_.write("b.yaml", "1\n2\n");
  const auto a = tree_.write("a.yaml", "3\n");
  problems_.add({b, 2, 1, 1}, "second");
  problems_.add({a, 1, 1, 1}, "third");
  problems_.add({b, 1, 1, 1}, "first");
  problems_.add({b, 1, 1, 1}, "first");  // once
  EXPECT_EQ(render(),
            "b.yaml:1:1: error: first\n    1\n    ^\n"
            "b.yaml:2:1: error: second\n    2\n    ^\n"
            "a.yaml:1:1: error: third\n    3\n    ^\n");
}

TEST_F(DiagnosticsTest, ReportsOneMistakeOnceForAllSpellingsOfItsFile) {
  const auto absolute = std::filesystem::absolute("shared.yaml").string();
  problems_.add({"shared.yaml", 1, 1, 1}, "wrong");
  problems_.add({"./shared.yaml", 1, 1, 1}, "wrong");
  problems_.add({"testsets/../shared.yaml", 1, 1, 1}, "wrong");
  problems_.add({absolute, 1, 1, 1}, "wrong");
  problems_.add({"other/shared.yaml", 1, 1, 1}, "wrong");
  EXPECT_EQ(render(),
            "shared.yaml:1:1: error: wrong\n"
            "other/shared.yaml:1:1: error: wrong\n");
}

TEST_F(DiagnosticsTest, NamesAFileAsAWhole) {
  problems_.add({"gone.yaml"}, "cannot read: No such file or directory");
  EXPECT_EQ(render(), "gone.yaml: error: cannot read: No such file or directory\n");
}

TEST_F(DiagnosticsTest, CutsLongLinesAroundTheCaret) {
  const std::string line = std::string(200, 'a') + "WRONG" + std::string(200, 'b');
  const auto file = tree_.write("long.yaml", line + "\n");
  problems_.add({file, 1, 201, 5}, "here");
  EXPECT_EQ(render(), "long.yaml:1:201: error: here\n    ..." + std::string(60, 'a') + "WRONG" +
                          std::string(35, 'b') + "...\n    " + std::string(63, ' ') + "^~~~~\n");
}

TEST_F(DiagnosticsTest, ThousandsInOneLineAreBoundedInWhatTheyTake) {
  const auto file = tree_.write("long.yaml", std::string(1'000'000, 'a') + "\n");
  for (int i = 1; i <= 5'000; ++i) problems_.add({file, 1, i, 1}, "here");
  for (int i = 1; i <= 5'000; ++i) problems_.add({file, 1, i, 1}, "here");
  EXPECT_EQ(problems_.all().size(), 5'000u);
  const std::string shown = render();
  EXPECT_TRUE(shown.ends_with("and 4000 more problems\n"));
  EXPECT_LT(shown.size(), 1000u * 400);
}

TEST_F(DiagnosticsTest, OneMoreProblemThanAreShownIsSingular) {
  for (int i = 1; i <= 1'001; ++i) problems_.add({"gone.yaml", i, 1, 1}, "here");
  EXPECT_TRUE(render().ends_with("error: here\nand 1 more problem\n"));
}

TEST_F(DiagnosticsTest, PutsTheCaretUnderItsCharacterAfterTabsAndUmlauts) {
  const auto file = tree_.write("tab.yaml", "\t\u00e4: x\n");
  problems_.add({file, 1, 6, 1}, "here");
  EXPECT_EQ(render(), "tab.yaml:1:6: error: here\n    \t\u00e4: x\n    \t   ^\n");
}

TEST_F(DiagnosticsTest, PlacesBehindTheEndOfALineOrFileAreHarmless) {
  const auto file = tree_.write("x.yaml", "ab\n");
  problems_.add({file, 1, 99, 7}, "far right");
  problems_.add({file, 99, 1, 1}, "far down");
  EXPECT_EQ(render(),
            "x.yaml:1:99: error: far right\n    ab\n      ^\n"
            "x.yaml:99:1: error: far down\n");
}

TEST(Nearest, AllowsAThirdOfTheLettersToBeWrong) {
  const std::vector<std::string> keys{"rate_base", "propagation_delay", "reordering", "e0"};
  EXPECT_EQ(nearest("propagation_dealy", keys), "propagation_delay");
  EXPECT_EQ(nearest("rate_bsae", keys), "rate_base");
  EXPECT_EQ(nearest("ratebase", keys), "rate_base");
  EXPECT_EQ(nearest("e00", keys), "e0");
  EXPECT_EQ(nearest("bandwidth", keys), "");
  EXPECT_EQ(nearest("r0", keys), "");
  EXPECT_EQ(nearest("", keys), "");
}

}  // namespace
}  // namespace seawind
