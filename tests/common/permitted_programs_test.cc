// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/permitted_programs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/stat.h>

#include <filesystem>

#include "tests/support/temp_tree.h"

namespace seawind {
namespace {

using ::testing::HasSubstr;

class PermittedProgramsTest : public testing::Test {
 protected:
  PermittedProgramsTest() {
    for (const char* name : {"bin/meter", "bin/other", "elsewhere/meter"})
      chmod(tree_.write(name, "").c_str(), 0755);
    before_ = getenv("PATH");
    setenv("PATH", (tree_.root() / "bin").c_str(), 1);
  }
  ~PermittedProgramsTest() override { setenv("PATH", before_.c_str(), 1); }
  std::string file(const char* name) const { return tree_.root() / name; }

  test::TempTree tree_;
  std::string before_;
};

TEST_F(PermittedProgramsTest, AnyAndNone) {
  EXPECT_EQ(PermittedPrograms("any").problem("/no/such", {"LD_PRELOAD"}), "");
  EXPECT_THAT(PermittedPrograms("none").problem("meter"), HasSubstr("the program `meter`"));
  EXPECT_THAT(PermittedPrograms("none").problem("none"), HasSubstr("the program `none`"));
  EXPECT_THAT(PermittedPrograms("").problem("meter"), HasSubstr("the program `meter`"));
}

TEST_F(PermittedProgramsTest, ANameAndItsFileAreOneProgram) {
  for (const std::string& listed : {std::string("x,meter"), file("bin/meter")}) {
    const PermittedPrograms programs(listed);
    EXPECT_EQ(programs.problem("meter"), "");
    EXPECT_EQ(programs.problem(file("bin/meter")), "");
    EXPECT_NE(programs.problem(file("elsewhere/meter")), "");
    EXPECT_NE(programs.problem("other"), "");
    EXPECT_NE(programs.problem(""), "");
    EXPECT_NE(programs.problem(file("bin/other")), "");
  }
}

TEST_F(PermittedProgramsTest, AFolderIsNoProgram) {
  setenv("PATH", (tree_.root().string() + ":" + (tree_.root() / "elsewhere").string()).c_str(), 1);
  std::filesystem::create_directory(tree_.root() / "meter");
  EXPECT_EQ(PermittedPrograms(file("elsewhere/meter")).problem("meter"), "");
}

TEST_F(PermittedProgramsTest, NoVariablesOfTheDynamicLinker) {
  const PermittedPrograms programs("meter");
  EXPECT_EQ(programs.problem("meter", {"LANG", "OLD_X"}), "");
  EXPECT_THAT(programs.problem("meter", {"LANG", "LD_PRELOAD"}), HasSubstr("`LD_PRELOAD`"));
}

}  // namespace
}  // namespace seawind
