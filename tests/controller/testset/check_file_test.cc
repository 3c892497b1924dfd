// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/testset/check_file.h"

#include <gtest/gtest.h>

#include "tests/support/temp_tree.h"

namespace seawind {
namespace {

TEST(ConfigKind, IsTheFolder) {
  EXPECT_EQ(config_kind("/a/routers/x.yaml"), "routers");
  EXPECT_EQ(config_kind("/a/testsets/x.yaml"), "testsets");
  EXPECT_EQ(config_kind("/a/b/x.yaml"), "testsets") << "cannot be read";
}

TEST(ConfigKind, InAnotherFolderTheKindHasMostOfTheKeys) {
  const test::TempTree tree;
  const auto kind = [&](const char* text) { return config_kind(tree.write("x.yaml", text)); };
  EXPECT_EQ(kind("extends: lte\nuplink: {rate_base: 1Mbit/s}\n"), "profiles");
  EXPECT_EQ(kind("uplnk: {}\ndownlink: {rate_base: 1Mbit/s}\n"), "profiles");
  EXPECT_EQ(kind("description: a queue\nroot: {tail_drop: {}}\n"), "routers");
  EXPECT_EQ(kind("route: {congctl: cubic}\n"), "tcp");
  EXPECT_EQ(kind("flows: []\n"), "workloads");
  EXPECT_EQ(kind("matrix: {link: lte}\n"), "testsets");
  EXPECT_EQ(kind("description: nothing else\n"), "testsets");
}

}  // namespace
}  // namespace seawind
