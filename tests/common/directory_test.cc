// SPDX-License-Identifier: GPL-3.0-or-later
// Nothing outside a directory is written, read or removed through it: a link, a name that leads
// out, a hard link or a FIFO at every place where a file or directory is expected.
#include "common/directory.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cerrno>
#include <functional>

#include "common/beneath.h"
#include "common/error.h"
#include "tests/support/temp_tree.h"

namespace seawind {
namespace {

namespace fs = std::filesystem;
using test::TempTree;
using testing::HasSubstr;

class DirectoryTest : public testing::Test {
 protected:
  DirectoryTest() {
    fs::create_directory(tree_.root() / "campaign");
    fs::create_directory(tree_.root() / "victim");
    tree_.write("victim/file", "precious");
  }

  Directory campaign() const { return Directory(tree_.root() / "campaign"); }
  fs::path inside(const std::string& name) const { return tree_.root() / "campaign" / name; }
  fs::path victim() const { return tree_.root() / "victim" / "file"; }
  static std::string text(const fs::path& file) {
    std::ifstream in(file);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  void expect_untouched() const {
    EXPECT_EQ(text(victim()), "precious");
    EXPECT_EQ(std::distance(fs::directory_iterator(victim().parent_path()), {}), 1);
  }

  TempTree tree_;
};

struct Action {
  const char* name;
  std::function<void(const Directory&, const std::string&)> run;
};

const Action kWrites[] = {
    {"create", [](const Directory& d, const std::string& n) { d.create(n); }},
    {"append", [](const Directory& d, const std::string& n) { d.append(n); }},
    {"open_or_create", [](const Directory& d, const std::string& n) { d.open_or_create(n); }},
    {"write_new", [](const Directory& d, const std::string& n) { d.write_new(n, "x"); }},
    {"make", [](const Directory& d, const std::string& n) { d.make(n); }},
    {"open", [](const Directory& d, const std::string& n) { d.open(n); }},
    {"open_or_make", [](const Directory& d, const std::string& n) { d.open_or_make(n); }},
    {"read", [](const Directory& d, const std::string& n) { d.read(n); }},
};

TEST_F(DirectoryTest, FollowsNoLinkToAFileOrDirectory) {
  fs::create_symlink("../victim/file", inside("file"));
  fs::create_symlink("../victim/new", inside("dangling"));
  fs::create_symlink("../victim", inside("folder"));
  for (const auto& action : kWrites)
    for (const auto* name : {"file", "dangling", "folder", "folder/file", "folder/new"})
      EXPECT_THROW(action.run(campaign(), name), Error) << action.name << ' ' << name;
  expect_untouched();
}

TEST_F(DirectoryTest, RefusesNamesThatLeadOut) {
  for (const auto& action : kWrites)
    for (const auto& name : {std::string("../victim/file"), std::string("../victim/new"),
                             victim().string(), std::string("..")})
      EXPECT_THROW(action.run(campaign(), name), Error) << action.name << ' ' << name;
  expect_untouched();
}

TEST_F(DirectoryTest, WaitsForNoFifoAndWritesNoHardLink) {
  ASSERT_EQ(mkfifo(inside("fifo").c_str(), 0600), 0);
  fs::create_hard_link(victim(), inside("hard"));
  for (const auto& action : kWrites)
    EXPECT_THROW(action.run(campaign(), "fifo"), Error) << action.name;
  EXPECT_THROW(campaign().append("hard"), Error);
  EXPECT_THROW(campaign().open_or_create("hard"), Error);
  EXPECT_EQ(campaign().read_text("hard"), "precious");
  try {
    campaign().read("fifo");
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr("campaign/fifo: it is not a regular file"));
  }
}

TEST_F(DirectoryTest, ReplacesALinkAndNotWhatItLeadsTo) {
  fs::create_symlink("../victim/file", inside("file"));
  campaign().replace("file", "new");
  EXPECT_FALSE(fs::is_symlink(inside("file")));
  EXPECT_EQ(text(inside("file")), "new");
  EXPECT_EQ(campaign().names(), std::vector<std::string>{"file"});
  expect_untouched();
}

TEST_F(DirectoryTest, StaysWhereItIsWhenItsNameLeadsElsewhere) {
  const Directory held = campaign();
  fs::rename(inside(""), tree_.root() / "moved");
  fs::create_directory_symlink("victim", tree_.root() / "campaign");
  held.write_new("file", "ours");
  EXPECT_EQ(text(tree_.root() / "moved/file"), "ours");
  EXPECT_EQ(text(held.by_descriptor() / "file"), "ours");
  EXPECT_TRUE(held.remove("file"));
  EXPECT_FALSE(held.remove("file"));
  expect_untouched();
}

TEST_F(DirectoryTest, RenameReplacesNothingByDefault) {
  const Directory here = campaign();
  here.write_new("a", "a");
  here.write_new("b", "b");
  EXPECT_THROW(here.rename("a", here, "b"), Error);
  here.rename("a", here, "c");
  here.rename_over("c", here, "b");
  EXPECT_EQ(here.read_text("b"), "a");
  EXPECT_THROW(here.write_new("b", "again"), Error);
}

TEST_F(DirectoryTest, NewFilesHaveThePermissionsOfTheirDirectory) {
  const mode_t before = umask(0022);
  for (const auto& [directory, file, folder] :
       {std::tuple{0700U, 0600U, 0700U}, {0755U, 0644U, 0755U}, {01777U, 0644U, 0755U}}) {
    ASSERT_EQ(chmod(inside("").c_str(), directory), 0);
    const Directory here = campaign();
    here.create("file");
    EXPECT_EQ(here.status_of("file")->st_mode & 07777, file);
    EXPECT_EQ(here.make("folder").status().st_mode & 07777, folder);
    here.remove("file");
    here.remove_tree("folder");
  }
  umask(before);
}

TEST_F(DirectoryTest, FilesThatRootCreatesBelongToTheFoldersOwner) {
  if (geteuid() != 0 || chown(inside("").c_str(), 12345, 12345) != 0)
    GTEST_SKIP() << "only root may give files away";
  const Directory here = campaign();
  here.replace("file", "x");
  const Directory folder = here.make("folder");
  folder.replace("file", "x");
  folder.make("inner");
  EXPECT_EQ(here.status_of("file")->st_uid, 12345U);
  EXPECT_EQ(here.status_of("folder")->st_uid, 12345U);
  EXPECT_EQ(folder.status_of("file")->st_uid, 12345U);
  EXPECT_EQ(folder.status_of("inner")->st_uid, 12345U);
}

TEST_F(DirectoryTest, FilesThatRootHasAlreadyStayRoots) {
  if (geteuid() != 0 || chown(inside("").c_str(), 12345, 12345) != 0)
    GTEST_SKIP() << "only root may give files away";
  const Directory here = campaign();
  tree_.write("campaign/log", "root's");
  tree_.write("campaign/lock", "root's");
  here.append("log");
  here.open_or_create("lock");
  here.append("new log");
  here.open_or_create("new lock");
  EXPECT_EQ(here.status_of("log")->st_uid, 0U);
  EXPECT_EQ(here.status_of("lock")->st_uid, 0U);
  EXPECT_EQ(here.status_of("new log")->st_uid, 12345U);
  EXPECT_EQ(here.status_of("new lock")->st_uid, 12345U);
}

TEST_F(DirectoryTest, StatusIsThatOfTheLinkNotOfItsTarget) {
  fs::create_symlink("nowhere", inside("link"));
  EXPECT_TRUE(S_ISLNK(campaign().status_of("link")->st_mode));
  EXPECT_FALSE(campaign().status_of("absent"));
  EXPECT_FALSE(campaign().status_of("absent/file"));
}

TEST_F(DirectoryTest, ReadsUpToALimit) {
  tree_.write("campaign/file", "12345");
  EXPECT_EQ(campaign().read_text("file", 5), "12345");
  EXPECT_THROW(campaign().read_text("file", 4), Error);
}

TEST_F(DirectoryTest, TheWalkRefusesWhatOpenat2Refuses) {
  fs::create_directory(inside("folder"));
  fs::create_symlink("../victim", inside("link"));
  tree_.write("campaign/folder/file", "x");
  const Directory here = campaign();
  for (const auto* name : {"folder/file", "folder", "link", "link/file", "absent", "folder/absent",
                           "../victim/file", "folder/../file", "/", "folder/file/x"}) {
    const Fd one(open_beneath(here.fd(), name, O_RDONLY));
    const Fd other(walk_beneath(here.fd(), name, O_RDONLY));
    EXPECT_EQ(static_cast<bool>(one), static_cast<bool>(other)) << name;
  }
  const Fd made(walk_beneath(here.fd(), "folder/new", O_WRONLY | O_CREAT | O_EXCL, 0600));
  EXPECT_TRUE(made);
  EXPECT_EQ(walk_beneath(here.fd(), "link/new", O_WRONLY | O_CREAT | O_EXCL, 0600), -1);
  expect_untouched();
}

TEST_F(DirectoryTest, AnOutputReplacesFilesAndLinksOnly) {
  tree_.write("campaign/file", "old");
  fs::create_symlink("../victim/file", inside("link"));
  for (const auto* name : {"file", "absent"}) {
    EXPECT_NO_THROW(campaign().require_replaceable(name)) << name;
    const TemporaryFile beside(inside(name));
  }
  ASSERT_EQ(mkfifo(inside("fifo").c_str(), 0600), 0);
  fs::create_directory(inside("folder"));
  for (const auto* name : {"fifo", "folder", "link"}) {
    const auto refused = testing::ThrowsMessage<Error>(HasSubstr("something other than a file"));
    EXPECT_THAT([&] { campaign().require_replaceable(name); }, refused);
    EXPECT_THAT([&] { const TemporaryFile beside(inside(name)); }, refused);
  }
  EXPECT_THAT([] { const TemporaryFile beside("/dev/null"); },
              testing::ThrowsMessage<Error>(HasSubstr("cannot write /dev/null")));
  expect_untouched();
}

TEST(NameBeside, IsRandomAndKnownAgain) {
  const std::string one = name_beside("live.json");
  EXPECT_NE(one, name_beside("live.json"));
  EXPECT_TRUE(is_beside(one, "live.json"));
  EXPECT_FALSE(is_beside(one, "control"));
  for (const auto* other : {"live.json", "live.json.new", "live.json.0123456789abcdeX.new",
                            "live.json.0123456789abcdef.old"})
    EXPECT_FALSE(is_beside(other, "live.json")) << other;
}

}  // namespace
}  // namespace seawind
