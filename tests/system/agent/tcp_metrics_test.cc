// SPDX-License-Identifier: GPL-3.0-or-later
#include <gmock/gmock.h>

#include <algorithm>

#include "tests/system/agent/agent_fixture.h"
#include "tests/system/agent/variant_file.h"

namespace seawind::test {
namespace {

class TcpMetricsTest : public AgentTest {
 protected:
  /// Number of entries as read by another program.
  long entries(bool fixed) const {
    const std::string text = run_in(host(fixed), {"ip", "tcp_metrics", "show"});
    return std::count(text.begin(), text.end(), '\n');
  }
  void transfer_with(const TcpVariant& variant) {
    for (const bool fixed : {true, false}) {
      ApplyTcpVariantReply reply;
      const auto status = apply(fixed, variant, &reply);
      ASSERT_TRUE(status.ok()) << status.error_message();
    }
    transfer(true, 343'040);
  }
};

TEST_F(TcpMetricsTest, ClearingLeavesNone) {
  transfer_with(read_variant("linux-default"));
  const long before = entries(true);
  ASSERT_GE(before, 1);
  std::uint32_t cleared = 0;
  const auto status = clear_metrics(true, &cleared);
  if (HostPair::real_root()) {
    ASSERT_TRUE(status.ok()) << status.error_message();
    EXPECT_EQ(cleared, before);
    EXPECT_EQ(entries(true), 0);
  } else {
    // This is the kernel's own rule; a violation must be reported.
    EXPECT_EQ(status.error_code(), grpc::StatusCode::FAILED_PRECONDITION);
    EXPECT_THAT(status.error_message(),
                testing::StartsWith("cannot clear the TCP metrics: 1 of earlier connections are "
                                    "there and the kernel lets only the real root delete them"));
  }
}

TEST_F(TcpMetricsTest, BaselineLeavesNothingToClear) {
  transfer_with(read_variant("baseline"));
  EXPECT_EQ(entries(true), 0);
  std::uint32_t cleared = 99;
  const auto status = clear_metrics(true, &cleared);
  EXPECT_TRUE(status.ok()) << status.error_message();
  EXPECT_EQ(cleared, 0u);
}

TEST_F(TcpMetricsTest, EnhancedRemembersNoRtt) {
  transfer_with(read_variant("enhanced"));
  const std::string text = run_in(host(true), {"ip", "tcp_metrics", "show"});
  EXPECT_THAT(text, testing::HasSubstr("10.0.0.2"));
  EXPECT_THAT(text, testing::Not(testing::HasSubstr("rtt")));
}

}  // namespace
}  // namespace seawind::test
