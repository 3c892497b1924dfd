// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/remove_tree.h"

#include <gtest/gtest.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/wait.h>
#include <unistd.h>

#include "common/directory.h"
#include "common/error.h"
#include "tests/support/temp_tree.h"

namespace seawind {
namespace {

namespace fs = std::filesystem;

class RemoveTreeTest : public testing::Test {
 protected:
  RemoveTreeTest() {
    tree_.write("victim/file", "precious");
    tree_.write("tree/a/b/file", "x");
    tree_.write("tree/file", "x");
  }
  Directory root() const { return Directory(tree_.root()); }

  test::TempTree tree_;
};

TEST_F(RemoveTreeTest, RemovesLinksAndNotWhatTheyLeadTo) {
  fs::create_symlink("../../victim", tree_.root() / "tree/a/link");
  fs::create_symlink("../victim/file", tree_.root() / "tree/link");
  root().remove_tree("tree");
  EXPECT_FALSE(fs::exists(tree_.root() / "tree"));
  EXPECT_TRUE(fs::exists(tree_.root() / "victim/file"));
  root().remove_tree("tree");  // there is none
}

TEST_F(RemoveTreeTest, ALinkInItsPlaceIsAllThatGoes) {
  fs::create_symlink("victim", tree_.root() / "link");
  root().remove_tree("link");
  EXPECT_FALSE(fs::is_symlink(tree_.root() / "link"));
  EXPECT_TRUE(fs::exists(tree_.root() / "victim/file"));
}

TEST_F(RemoveTreeTest, StopsAtDepthsNothingOfOursHas) {
  fs::path deep = tree_.root() / "deep";
  for (int i = 0; i < 70; ++i) deep /= "d";
  fs::create_directories(deep);
  EXPECT_THROW(root().remove_tree("deep"), Error);
}

/// In a child: a mount namespace is the process's own.
int remove_with_a_mount_inside(const fs::path& where) {
  if (unshare(CLONE_NEWNS) != 0) return 2;
  if (mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0) return 2;
  // Both are on the same file system: only the mount differs.
  if (mount((where / "victim").c_str(), (where / "tree/a/b").c_str(), nullptr, MS_BIND, nullptr) !=
      0)
    return 2;
  try {
    Directory(where).remove_tree("tree");
  } catch (const Error&) {
    return fs::exists(where / "victim/file") ? 0 : 1;
  }
  return 1;
}

TEST_F(RemoveTreeTest, CrossesNoMountPoint) {
  const pid_t child = fork();
  if (child == 0) _exit(remove_with_a_mount_inside(tree_.root()));
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFEXITED(status));
  if (WEXITSTATUS(status) == 2) GTEST_SKIP() << "no mounts allowed here";
  EXPECT_EQ(WEXITSTATUS(status), 0);
  EXPECT_TRUE(fs::exists(tree_.root() / "victim/file"));
}

}  // namespace
}  // namespace seawind
