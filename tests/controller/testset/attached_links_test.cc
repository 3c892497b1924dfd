// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/testset/attached_links.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "tests/support/temp_tree.h"

namespace seawind::test {
namespace {

constexpr auto kServices =
    "services: {server: {}, phone: {}}\nx-seawind: [{link: e0, fixed: server, mobile: phone}]\n";

class ComposeProject : public testing::Test {
 protected:
  ComposeProject() { ::unsetenv("COMPOSE_PROJECT_NAME"); }

  /// The fixed end, in a folder `Shop` beside this `.env`.
  std::string fixed_end(const std::string& env, const std::string& head = "") const {
    const TempTree tree;
    if (!env.empty()) tree.write("Shop/.env", env);
    Diagnostics problems;
    const auto links = read_attached_links(tree.write("Shop/compose.yaml", head + kServices), "",
                                           std::string(SEAWIND_SOURCE_DIR) + "/configs", problems);
    EXPECT_EQ(problems.render(), "");
    return links.empty() ? "" : links.front().fixed();
  }
};

TEST_F(ComposeProject, IsThatOfTheFolderOrTheName) {
  EXPECT_EQ(fixed_end(""), "compose:shop:server");
  EXPECT_EQ(fixed_end("", "name: named\n"), "compose:named:server");
}

TEST_F(ComposeProject, IsThatOfTheFileOfVariablesBeforeTheName) {
  for (const char* env : {"COMPOSE_PROJECT_NAME=given", "export COMPOSE_PROJECT_NAME = given \r\n",
                          "COMPOSE_PROJECT_NAME='given' # no comment within\n",
                          "COMPOSE_PROJECT_NAME=\"given\"\n", "COMPOSE_PROJECT_NAME=given # why\n",
                          "COMPOSE_PROJECT_NAME=first\nOTHER=x\nCOMPOSE_PROJECT_NAME=given\n"})
    EXPECT_EQ(fixed_end(env, "name: named\n"), "compose:given:server") << env;
  for (const char* env : {"# COMPOSE_PROJECT_NAME=given\n", "COMPOSE_PROJECT_NAME=\n",
                          "COMPOSE_PROJECT_NAMES=given\n", "COMPOSE_PROJECT_NAME\n", "=\n", "'\n"})
    EXPECT_EQ(fixed_end(env, "name: named\n"), "compose:named:server") << env;
}

TEST_F(ComposeProject, IsThatOfTheEnvironmentBeforeTheFileOfVariables) {
  ASSERT_EQ(::setenv("COMPOSE_PROJECT_NAME", "outside", 1), 0);
  EXPECT_EQ(fixed_end("COMPOSE_PROJECT_NAME=given\n"), "compose:outside:server");
  ::unsetenv("COMPOSE_PROJECT_NAME");
}

}  // namespace
}  // namespace seawind::test
