// SPDX-License-Identifier: GPL-3.0-or-later
// Directories that one thread makes and others would remove.
#include "common/marker.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "tests/support/temp_tree.h"

namespace seawind::test {
namespace {

TEST(Marker, ADirectoryInUseIsKeptByAllOthers) {
  const TempTree tree;
  std::atomic<int> makers = 2;
  std::atomic<int> lost = 0;
  const auto make = [&](const std::string& own) {
    const Directory parent(tree.root());
    for (int i = 0; i < 300; ++i) {
      const std::string name = own + std::to_string(i);
      {
        const Directory made = make_in_use(parent, name, 0700);
        std::this_thread::yield();
        if (!is_marked(parent, name)) ++lost;
      }
      remove_unused(parent, name);
    }
    --makers;
  };
  const auto clean = [&] {
    const Directory parent(tree.root());
    while (makers > 0)
      for (const auto& name : parent.names())
        EXPECT_NE(remove_unused(parent, name), Leftover::kForeign);
  };
  {
    const std::jthread threads[] = {std::jthread(make, "a"), std::jthread(make, "b"),
                                    std::jthread(clean), std::jthread(clean)};
  }
  EXPECT_EQ(lost, 0);
  const Directory parent(tree.root());
  for (const auto& name : parent.names())
    EXPECT_EQ(remove_unused(parent, name), Leftover::kRemoved);
  EXPECT_TRUE(std::filesystem::is_empty(tree.root()));
}

TEST(Marker, OnlyWhatWasLeftIsRemoved) {
  const TempTree tree;
  const Directory parent(tree.root());
  tree.write("mine/file", "notes");
  tree.write("file", "notes");
  std::filesystem::create_directory_symlink("mine", tree.root() / "link");
  for (const char* name : {"mine", "file", "link"})
    EXPECT_EQ(remove_unused(parent, name), Leftover::kForeign) << name;
  EXPECT_EQ(remove_unused(parent, "absent"), Leftover::kRemoved);
  if (geteuid() == 0) {  // a directory of another user
    const Directory closed = make_in_use(parent, "closed", 0700);
    ASSERT_EQ(chmod(tree.root().c_str(), 0777), 0);
    ASSERT_EQ(seteuid(65534), 0);
    const Leftover found = remove_unused(parent, "closed");
    ASSERT_EQ(seteuid(0), 0);
    EXPECT_EQ(found, Leftover::kForeign);
  }
  { const Directory left = make_in_use(parent, "left", 0700); }
  tree.write("left/more", "of a process that was killed");
  EXPECT_EQ(remove_unused(parent, "left"), Leftover::kRemoved);
  EXPECT_FALSE(parent.status_of("left"));
  EXPECT_TRUE(std::filesystem::exists(tree.root() / "mine/file"));
}

}  // namespace
}  // namespace seawind::test
