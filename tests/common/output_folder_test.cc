// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/output_folder.h"

#include <gmock/gmock.h>
#include <stdlib.h>
#include <unistd.h>

#include "common/error.h"
#include "tests/support/temp_tree.h"

namespace seawind {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::ThrowsMessage;

constexpr uid_t kOther = 65534;
constexpr uid_t kAnother = 65533;

/// A shared folder like /tmp.
class OutputFolderTest : public testing::Test {
 protected:
  OutputFolderTest() { chmod(shared().c_str(), 01777); }
  ~OutputFolderTest() override { unsetenv("SUDO_UID"); }
  const fs::path& shared() const { return tree_.root(); }
  Directory open(const std::string& name) const {
    return open_or_make_output(Directory(shared()), name);
  }
  test::TempTree tree_;
};

TEST_F(OutputFolderTest, AFolderOfOursIsUsed) {
  open("page").write_new("file", "x");
  EXPECT_NO_THROW(open("page").read("file"));
  open_or_make_output(shared() / "new/inner").write_new("file", "x");
  EXPECT_NO_THROW(open_or_make_output(shared() / "new/inner").read("file"));
}

TEST_F(OutputFolderTest, ALinkIsNotFollowed) {
  fs::create_directory(shared() / "victim");
  fs::create_directory_symlink(shared() / "victim", shared() / "page");
  EXPECT_THAT([&] { open("page"); }, ThrowsMessage<Error>(HasSubstr("/page: Not a directory")));
}

TEST_F(OutputFolderTest, APathThroughALinkOfAnotherUserIsRefused) {
  if (geteuid() != 0) GTEST_SKIP() << "only root can make a link of another user";
  fs::create_directories(shared() / "mine/inner");
  fs::create_directory_symlink(shared() / "mine", shared() / "link");
  EXPECT_NO_THROW(open_or_make_output(shared() / "link/inner"));
  ASSERT_EQ(lchown((shared() / "link").c_str(), kOther, kOther), 0);
  const auto refusal = ThrowsMessage<Error>(
      HasSubstr("/link: the symbolic link belongs to user 65534, who could exchange"));
  for (const char* path : {"link", "link/inner", "link/new"})
    EXPECT_THAT([&] { open_or_make_output(shared() / path); }, refusal);
  EXPECT_FALSE(fs::exists(shared() / "mine/new"));
}

TEST_F(OutputFolderTest, AFolderOfAnotherUserIsRefused) {
  if (geteuid() != 0) GTEST_SKIP() << "only root can make a folder of another user";
  fs::create_directory(shared() / "page");
  ASSERT_EQ(chown((shared() / "page").c_str(), kOther, kOther), 0);
  const auto refusal = ThrowsMessage<Error>(
      HasSubstr("/page: the folder belongs to user 65534, who could exchange"));
  EXPECT_THAT([&] { open("page"); }, refusal);
  EXPECT_THAT([&] { open_or_make_output(shared() / "page"); }, refusal);
  setenv("SUDO_UID", "65533", 1);
  EXPECT_THAT([&] { open("page"); }, refusal);
  setenv("SUDO_UID", "65534", 1);  // the user behind sudo
  EXPECT_NO_THROW(open("page"));
  EXPECT_NO_THROW(open_or_make_output(shared() / "page"));
  unsetenv("SUDO_UID");
  // The owner of the parent folder can replace the folder anyway.
  ASSERT_EQ(chown(shared().c_str(), kOther, kOther), 0);
  EXPECT_NO_THROW(open("page"));
  // A folder that the user named is used where its owner alone can have made it.
  ASSERT_EQ(chown(shared().c_str(), geteuid(), getegid()), 0);
  fs::create_directory(shared() / "home");
  fs::create_directory(shared() / "home/page");
  ASSERT_EQ(chown((shared() / "home/page").c_str(), kOther, kOther), 0);
  EXPECT_NO_THROW(open_or_make_output(shared() / "home/page"));
  // Not in a folder that another has made where everybody can.
  ASSERT_EQ(chown((shared() / "home").c_str(), kAnother, kAnother), 0);
  EXPECT_THAT([&] { open_or_make_output(shared() / "home/page"); },
              ThrowsMessage<Error>(HasSubstr("/home: the folder belongs to user 65533")));
}

}  // namespace
}  // namespace seawind
