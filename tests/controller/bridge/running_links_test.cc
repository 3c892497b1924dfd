// SPDX-License-Identifier: GPL-3.0-or-later
// Names of running links, in a folder of the test's own: it is root of a user namespace.
#include "controller/bridge/running_links.h"

#include <gtest/gtest.h>
#include <sys/file.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <thread>
#include <vector>

#include "common/error.h"
#include "namespaces/netns.h"
#include "tests/support/temp_tree.h"

namespace seawind {
namespace {

class RunningLinksTest : public testing::Test {
 protected:
  static void SetUpTestSuite() { enter_user_namespace(); }
  void SetUp() override { ::setenv("XDG_RUNTIME_DIR", tree_.root().c_str(), 1); }

  const test::TempTree tree_;
};

TEST_F(RunningLinksTest, ANameIsThatOfOneLink) {
  const RunningLink one("", "even");
  EXPECT_EQ(one.name(), "even");
  EXPECT_EQ(RunningLink("", "even").name(), "even-2");
  EXPECT_THROW(RunningLink("even", "x"), UsageError);
  EXPECT_TRUE(running_links().empty());  // not yet announced
  one.announce("/socket");
  ASSERT_EQ(running_links().size(), 1U);
  EXPECT_EQ(running_links()[0].socket, "/socket");
  const std::vector<Device> devices{
      {.mac = "02:00:00:00:00:07", .address = "10.0.0.7", .name = "phone"},
      {.mac = "02:00:00:00:00:08", .address = "10.0.0.8", .name = ""}};
  one.announce("/socket", devices);
  EXPECT_EQ(running_links().at(0).socket, "/socket");
  EXPECT_EQ(running_links().at(0).devices, devices);
  one.announce("/socket");
  EXPECT_TRUE(running_links().at(0).devices.empty());
}

TEST_F(RunningLinksTest, WhoLooksTakesNoName) {
  const auto links = tree_.root() / "seawind-links";
  std::filesystem::create_directory(links);
  std::filesystem::permissions(links, std::filesystem::perms::owner_all);
  // The lock of one that looks and is then preempted.
  const Fd looks = Directory(links).open_or_create("even");
  ASSERT_EQ(::flock(looks.get(), LOCK_SH), 0);
  std::jthread ends([&looks] {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    ::flock(looks.get(), LOCK_UN);
  });
  EXPECT_EQ(RunningLink("even", "x").name(), "even");
}

}  // namespace
}  // namespace seawind
