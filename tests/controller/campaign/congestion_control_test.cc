// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/campaign/congestion_control.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "common/error.h"

namespace seawind {
namespace {

TEST(CongestionControl, EveryKernelHasReno) {
  EXPECT_EQ(congestion_control_problem("reno"), "");
  EXPECT_THAT(available_congestion_controls(), testing::HasSubstr("reno"));
}

TEST(CongestionControl, AMissingOneIsNamedWithItsModule) {
  EXPECT_EQ(congestion_control_problem("nosuch"),
            "this kernel has no congestion control `nosuch`, only " +
                available_congestion_controls() +
                ": load its module tcp_nosuch (as root: modprobe tcp_nosuch), or use a kernel "
                "that has it");
}

TEST(CongestionControl, BbrIsAvailableOrAnError) {
  const std::string problem = congestion_control_problem("bbr");
  std::istringstream names(available_congestion_controls());
  bool listed = false;
  for (std::string name; names >> name;) listed |= name == "bbr";
  if (listed) {
    EXPECT_EQ(problem, "");
  } else {
    EXPECT_THAT(problem, testing::HasSubstr("load its module tcp_bbr"));
  }
}

TEST(CongestionControl, APlanNamesTheVariant) {
  Plan plan;
  TcpVariant* tcp = plan.add_cases()->mutable_tcp();
  tcp->set_name("mine");
  EXPECT_NO_THROW(require_tcp_variants(plan));
  (*tcp->mutable_sysctl())["tcp_congestion_control"] = "reno24";  // Seawind's own
  EXPECT_NO_THROW(require_tcp_variants(plan));
  const auto message = [&] {
    try {
      require_tcp_variants(plan);
    } catch (const Error& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  tcp->mutable_route()->set_congctl("nosuch");
  EXPECT_THAT(message(), testing::StartsWith("TCP variant `mine`: this kernel has no congestion "
                                             "control `nosuch`"));
  tcp->clear_route();
  (*tcp->mutable_sysctl())["tcp_congestion_control"] = "other";
  EXPECT_THAT(message(), testing::HasSubstr("no congestion control `other`"));
  tcp->mutable_sysctl()->erase("tcp_congestion_control");
  (*tcp->mutable_sysctl())["tcp_sack"] = "1";
  EXPECT_EQ(message(), "");
  (*tcp->mutable_sysctl())["tcp_sackk"] = "1";
  EXPECT_EQ(message(),
            "TCP variant `mine`: this kernel has no setting `tcp_sackk` under net.ipv4; did you "
            "mean `tcp_sack`?");
}

}  // namespace
}  // namespace seawind
