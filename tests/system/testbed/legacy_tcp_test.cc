// SPDX-License-Identifier: GPL-3.0-or-later
// Initial time-outs of legacy TCP on this kernel. The programs are removed from the kernel when
// their holder ends.
#include <sys/wait.h>

#include <chrono>

#include "tests/system/testbed/legacy_tcp_fixture.h"

namespace seawind::test {
namespace {

TEST_F(LegacyTcpTest, SynTimeoutOfOneNamespaceOnly) {
  EXPECT_EQ(syn_timeout(), 1'000'000U);
  kernel_->set_timeouts(cookie(far_), {.syn = Duration::seconds(9)});
  EXPECT_EQ(syn_timeout(), 1'000'000U);
  kernel_->set_timeouts(cookie(near_), {.syn = Duration::seconds(3)});
  EXPECT_EQ(syn_timeout(), 3'000'000U);
  kernel_->set_timeouts(cookie(near_), {});
  EXPECT_EQ(syn_timeout(), 1'000'000U);
  kernel_->set_timeouts(cookie(near_), {.syn = Duration::seconds(3)});
  kernel_.reset();
  EXPECT_EQ(syn_timeout(), 1'000'000U);
}

TEST_F(LegacyTcpTest, FirstDataIsBoundedUntilItHasGivenASample) {
  if (!bounded(near_, Duration::seconds(3))) GTEST_SKIP() << "the kernel is too old";
  const auto [sender, receiver] = connected();
  EXPECT_EQ(bound(sender), 3000);
  EXPECT_EQ(bound(receiver), 120'000);  // another namespace
  char byte = 'x';
  ASSERT_EQ(send(sender.get(), &byte, 1, 0), 1);
  ASSERT_EQ(recv(receiver.get(), &byte, 1, 0), 1);
  EXPECT_TRUE(eventually([&, &sender = sender] { return bound(sender) == 120'000; }));
}

TEST_F(LegacyTcpTest, TheSideThatAcceptsIsBoundedToo) {
  if (!bounded(far_, Duration::seconds(2))) GTEST_SKIP() << "the kernel is too old";
  const auto [sender, receiver] = connected();
  EXPECT_EQ(bound(sender), 120'000);
  EXPECT_EQ(bound(receiver), 2000);
}

// The kernel's own time-out is 9 s here: its smallest is set to that.
TEST_F(LegacyTcpTest, FirstDataIsRepeatedAfterItsTimeOutThenAfterTwice) {
  set_tcp(near_, "rto_min_us", 9'000'000);
  set_tcp(near_, "early_retrans", 0);  // no tail loss probe
  if (!bounded(near_, Duration::seconds(1))) GTEST_SKIP() << "the kernel is too old";
  const auto [sender, receiver] = connected();
  let_through(near_, false);
  const char byte = 'x';
  const auto sent = std::chrono::steady_clock::now();
  const auto seconds = [&] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - sent).count();
  };
  ASSERT_EQ(send(sender.get(), &byte, 1, 0), 1);
  ASSERT_TRUE(eventually([&, &sender = sender] { return info(sender).tcpi_total_retrans == 1; }));
  EXPECT_GE(seconds(), 1.0);
  EXPECT_LT(seconds(), 2.5);
  EXPECT_EQ(bound(sender), 2000);
  ASSERT_TRUE(eventually([&, &sender = sender] { return info(sender).tcpi_total_retrans == 2; }));
  EXPECT_GE(seconds(), 3.0);
  EXPECT_LT(seconds(), 8.0);
  EXPECT_EQ(bound(sender), 4000);
}

TEST_F(LegacyTcpTest, NothingStaysAfterTheHolderHasEnded) {
  const pid_t child = fork();
  if (child == 0) {  // killed while it holds both
    try {
      LegacyTcpPrograms held;
      held.register_congestion_control();
      held.set_timeouts(cookie(near_), {.syn = Duration::seconds(3)});
    } catch (...) {
      _exit(1);
    }
    raise(SIGKILL);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFSIGNALED(status));
  EXPECT_EQ(syn_timeout(), 1'000'000U);
  EXPECT_TRUE(eventually([&] { return !choose(socket_in(near_), kLegacyCongestionControl); }));
}

TEST(LegacyTcp, ReportsMissingRights) {
  const pid_t child = fork();
  if (child == 0) {
    try {
      if (geteuid() == 0 && in_initial_user_namespace() && setuid(65534) != 0) _exit(2);
      LegacyTcpPrograms kernel;
      _exit(1);
    } catch (const Error& error) {
      _exit(std::string_view(error.what()).find("it needs the real root") ==
            std::string_view::npos);
    }
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
}

}  // namespace
}  // namespace seawind::test
