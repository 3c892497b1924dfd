// SPDX-License-Identifier: GPL-3.0-or-later
// The location of a run's sockets, and the entries beside it that must not be removed.
#include "namespaces/runtime_directory.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <fstream>
#include <thread>

#include "common/error.h"
#include "common/fds.h"
#include "common/listed_files.h"
#include "tests/support/temp_tree.h"

namespace seawind {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class RuntimeDirectoryTest : public testing::Test {
 protected:
  RuntimeDirectoryTest() : root_(tree_.root() / "run") {
    fs::create_directory(root_);
    chmod(root_.c_str(), 0700);
    setenv("XDG_RUNTIME_DIR", root_.c_str(), 1);
  }
  ~RuntimeDirectoryTest() override { unsetenv("XDG_RUNTIME_DIR"); }
  /// The name of a directory whose pid and start time no process ever had.
  fs::path dead() const { return root_ / "seawind-1-18446744073709551615-0123abcd"; }

  test::TempTree tree_;
  fs::path root_;
};

TEST_F(RuntimeDirectoryTest, ItIsPrivateAndGoesWithTheObject) {
  fs::path path;
  {
    const RuntimeDirectory directory;
    path = directory.path();
    EXPECT_EQ(path.parent_path(), root_);
    struct stat info {};
    ASSERT_EQ(lstat(path.c_str(), &info), 0);
    EXPECT_EQ(info.st_mode, S_IFDIR | 0700U);
    std::ofstream(path / "socket") << "x";
  }
  EXPECT_FALSE(fs::exists(path));
}

TEST_F(RuntimeDirectoryTest, TwoOfAProcessHaveNamesOfTheirOwn) {
  const RuntimeDirectory one;
  const RuntimeDirectory other;
  EXPECT_NE(one.path(), other.path());
}

TEST_F(RuntimeDirectoryTest, OnlyWhatDeadRunsHaveLeftIsRemoved) {
  fs::create_directories(dead() / "more");
  std::ofstream(dead() / "more" / "socket") << "x";
  fs::create_directory(root_ / "seawind-1-18446744073709551615");  // not one of our names
  fs::create_directory(root_ / "seawind-1-18446744073709551615-0-mine");
  const RuntimeDirectory directory;
  EXPECT_FALSE(fs::exists(dead()));
  EXPECT_TRUE(fs::exists(root_ / "seawind-1-18446744073709551615"));
  EXPECT_TRUE(fs::exists(root_ / "seawind-1-18446744073709551615-0-mine"));
}

// Of another PID namespace: nothing of this process is in its /proc. It removes three directories
// during a construction: one that is always faster would prevent any.
TEST_F(RuntimeDirectoryTest, AnotherProcessThatDoesNotSeeThisOneMayCleanUpMeanwhile) {
  std::atomic<int> left = 0;  // removals in this construction
  std::atomic<int> removed = 0;
  std::jthread other([&](const std::stop_token& stop) {
    while (!stop.stop_requested()) {
      for (const auto& entry : listed_files(root_)) {
        const Fd held(open(entry.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
        if (left > 0 && held && flock(held.get(), LOCK_EX | LOCK_NB) == 0 &&
            rmdir(entry.c_str()) == 0 && left > 0) {
          --left;
          ++removed;
        }
      }
    }
  });
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  while (removed < 3 && std::chrono::steady_clock::now() < deadline) {
    left = 3;
    const RuntimeDirectory directory;
    left = 0;
    const Fd again(open(directory.path().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    ASSERT_TRUE(again);
    EXPECT_NE(flock(again.get(), LOCK_EX | LOCK_NB), 0) << "it is not locked";
  }
  EXPECT_GE(removed, 3);
}

TEST_F(RuntimeDirectoryTest, AStartTimeThatCannotBeReadEqualsNoOther) {
  const fs::path left = root_ / "seawind-4194305-0-0123abcd";  // no process has so large a pid
  fs::create_directory(left);
  const RuntimeDirectory directory;
  EXPECT_FALSE(fs::exists(left));
}

TEST_F(RuntimeDirectoryTest, WithoutFreeDescriptorsNothingIsLeft) {
  rlimit before{};
  ASSERT_EQ(getrlimit(RLIMIT_NOFILE, &before), 0);
  const int lowest = dup(STDERR_FILENO);
  ASSERT_GE(lowest, 0);
  close(lowest);
  int refused = 0;
  bool made = false;
  for (rlim_t free = 0; !made; ++free) {
    ASSERT_LT(free, 100U);
    rlimit few = before;
    few.rlim_cur = static_cast<rlim_t>(lowest) + free;
    ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &few), 0);
    try {
      const RuntimeDirectory directory;
      made = true;
    } catch (const Error& error) {
      EXPECT_THAT(error.what(), HasSubstr("Too many open files"));
      ++refused;
    }
    ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &before), 0);
    EXPECT_TRUE(fs::is_empty(root_)) << free;
  }
  EXPECT_GE(refused, 2);
}

TEST_F(RuntimeDirectoryTest, NoLinkIsFollowed) {
  const fs::path victim = tree_.root() / "victim";
  fs::create_directory(victim);
  std::ofstream(victim / "file") << "x";
  fs::create_directory_symlink(victim, dead());
  fs::create_directory(root_ / "seawind-1-18446744073709551615-0123abce");
  fs::create_directory_symlink(victim, root_ / "seawind-1-18446744073709551615-0123abce" / "in");
  const RuntimeDirectory directory;
  EXPECT_TRUE(fs::exists(victim / "file"));
  EXPECT_FALSE(fs::exists(root_ / "seawind-1-18446744073709551615-0123abce"));
}

TEST_F(RuntimeDirectoryTest, ARootOfOthersIsSaidToBeOne) {
  EXPECT_EQ(runtime_root_problem(root_), "");
  chmod(root_.c_str(), 0770);
  EXPECT_EQ(runtime_root_problem(root_), "others may write to it");
  chmod(root_.c_str(), 0700);
  fs::create_directory_symlink(root_, tree_.root() / "link");
  EXPECT_EQ(runtime_root_problem(tree_.root() / "link"), "it is a symbolic link");
  std::ofstream(tree_.root() / "file") << "x";
  EXPECT_EQ(runtime_root_problem(tree_.root() / "file"), "it is not a directory");
  EXPECT_EQ(runtime_root_problem(tree_.root() / "none"), "No such file or directory");
  // A directory of another user: "/" for an ordinary user; root changes the owner of its directory.
  if (geteuid() == 0) {
    ASSERT_EQ(chown(root_.c_str(), 65534, 65534), 0);
  }
  EXPECT_THAT(runtime_root_problem(geteuid() == 0 ? root_ : "/"), HasSubstr("it belongs to user "));
}

TEST_F(RuntimeDirectoryTest, SuchARootIsNotUsed) {
  chmod(root_.c_str(), 0777);
  const RuntimeDirectory directory;
  EXPECT_EQ(directory.path().parent_path(), "/tmp");
  EXPECT_TRUE(fs::is_empty(root_));
}

}  // namespace
}  // namespace seawind
