// SPDX-License-Identifier: GPL-3.0-or-later
// gnuplot executes no text that comes from a file.
#include "controller/report/gnuplot.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>

#include <fstream>

#include "tests/controller/store/campaign_fixture.h"

namespace seawind::test {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class GnuplotTest : public testing::Test {
 protected:
  GnuplotTest() {
    std::string name = (fs::temp_directory_path() / "gnuplot-test-XXXXXX").string();
    folder_ = mkdtemp(name.data());
  }
  ~GnuplotTest() override { fs::remove_all(folder_); }
  bool pwned() const { return fs::exists(folder_ / "pwned"); }

  fs::path folder_;
};

constexpr const char* kNames[] = {
    "`touch pwned`",   "$(touch pwned)", "'.system('touch pwned').'", "\";system \"touch pwned\"",
    "a\n!touch pwned", "60% @x %s \\"};

TEST_F(GnuplotTest, ANameIsShownAndNotRun) {
  for (const std::string name : kNames) {
    SCOPED_TRACE(name);
    run_gnuplot(folder_, "x",
                "set terminal svg noenhanced\nset output 'x.svg'\nset title " +
                    gnuplot_string(name) + "\nset xtics (" + gnuplot_tic(name) +
                    " 0)\nplot [-1:1] x\n");
    EXPECT_FALSE(pwned());
  }
  EXPECT_THAT(read_text(folder_ / "x.svg"), HasSubstr(">60% @x %s \\<"));
}

TEST_F(GnuplotTest, AScriptCannotStartPrograms) {
  for (const char* line :
       {"system \"touch pwned\"", "!touch pwned", "x = \"`touch pwned`\"",
        "set print '|touch pwned'; print 1; unset print", "plot '< touch pwned' using 1"}) {
    SCOPED_TRACE(line);
    const std::string script =
        std::string("set terminal svg\nset output 'x.svg'\nplot x\n") + line + "\n";
    try {
      run_gnuplot(folder_, "x", script);
    } catch (const std::exception&) {  // gnuplot may report an error
    }
    EXPECT_FALSE(pwned());
    EXPECT_TRUE(fs::exists(folder_ / "x.svg"));
  }
}

TEST_F(GnuplotTest, PicturesAreRedrawnUnderAnyPath) {
  run_gnuplot(folder_, "scatter",
              "# first line\nset terminal svg size 400,300\nset output \"scatter.svg\"\nplot x\n");
  const fs::path output = folder_ / "it's `touch pwned`.png";
  redraw(folder_, "scatter", output);
  EXPECT_TRUE(fs::exists(output));
  EXPECT_FALSE(pwned());
}

TEST(PictureFile, KeepsToItsFolderAndToPlainCharacters) {
  EXPECT_EQ(picture_file("compare-w1, third elapsed"), "compare-w1--third-elapsed");
  EXPECT_EQ(picture_file("../../x"), "-..-..-x");
  EXPECT_EQ(picture_file("a`b\"c\nd|e"), "a-b-c-d-e");
  EXPECT_EQ(picture_file("hyvä"), "hyvä");
  EXPECT_EQ(picture_file(""), "-");
  EXPECT_THROW(run_gnuplot("/", "a b", ""), std::logic_error);
}

}  // namespace
}  // namespace seawind::test
