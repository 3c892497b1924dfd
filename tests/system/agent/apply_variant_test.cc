// SPDX-License-Identifier: GPL-3.0-or-later
#include <gmock/gmock.h>

#include <algorithm>

#include "tests/system/agent/agent_fixture.h"
#include "tests/system/agent/flow_logs.h"
#include "tests/system/agent/variant_file.h"

namespace seawind::test {
namespace {

using testing::HasSubstr;
using testing::Not;

class ShippedVariant : public AgentTest, public testing::WithParamInterface<const char*> {};

TEST_P(ShippedVariant, TakesOnBothHostsAsAnotherProgramSees) {
  const TcpVariant variant = read_variant(GetParam());
  const std::size_t route_settings = std::string(GetParam()).starts_with("enhanced")
                                         ? 4
                                         : 1;  // initcwnd or congctl, and the locks
  for (const bool fixed : {true, false}) {
    ApplyTcpVariantReply reply;
    const auto status = apply(fixed, variant, &reply);
    ASSERT_TRUE(status.ok()) << status.error_message();
    EXPECT_EQ(static_cast<std::size_t>(reply.knobs_size()),
              variant.sysctl().size() + route_settings);
    for (const Knob& knob : reply.knobs()) EXPECT_EQ(knob.found(), knob.wanted()) << knob.name();
    for (const auto& [name, value] : variant.sysctl())
      EXPECT_EQ(sysctl(fixed, name), value) << name;
  }
}

INSTANTIATE_TEST_SUITE_P(All, ShippedVariant,
                         testing::Values("linux-default", "linux-default-ecn", "reno", "baseline",
                                         "baseline-ecn", "enhanced", "enhanced-ecn"));

class ApplyTest : public AgentTest {};

TEST_F(ApplyTest, BbrTakesOrIsRefusedWhereTheKernelLacksIt) {
  const bool has_bbr =
      run_in(host(true), {"cat", "/proc/sys/net/ipv4/tcp_available_congestion_control"})
          .find("bbr") != std::string::npos;
  ApplyTcpVariantReply reply;
  const auto status = apply(true, read_variant("bbr"), &reply);
  if (has_bbr) {
    ASSERT_TRUE(status.ok()) << status.error_message();
    EXPECT_THAT(routes(true), HasSubstr("congctl bbr"));
  } else {
    EXPECT_THAT(status.error_message(), HasSubstr("route congctl: wanted bbr, found (unset)"));
  }
}

TEST_F(ApplyTest, RouteMetricsAreWhatIpRouteShows) {
  ApplyTcpVariantReply reply;
  ASSERT_TRUE(apply(true, read_variant("enhanced"), &reply).ok());
  EXPECT_THAT(routes(true), HasSubstr("rtt lock 0ms rttvar lock 0ms reordering lock 3 initcwnd 4"));
  EXPECT_THAT(routes(true), HasSubstr("10.0.0.0/24 dev eth0 proto kernel scope link src 10.0.0.1"));
  TcpVariant more;
  more.mutable_route()->set_initrwnd(10);
  more.mutable_route()->set_rto_min(300'000'000);
  more.mutable_route()->set_rtt(1'500'000'000);
  more.mutable_route()->set_rttvar(750'000'000);
  const auto status = apply(true, more, &reply);
  ASSERT_TRUE(status.ok()) << status.error_message();
  EXPECT_THAT(routes(true), HasSubstr("initrwnd 10"));
  EXPECT_THAT(routes(true), HasSubstr("rto_min lock 300ms"));
  // `ip` writes whole seconds as such: 1.5 s in 1/8 ms.
  EXPECT_THAT(routes(true), HasSubstr("rtt lock 1.5s"));
  EXPECT_THAT(routes(true), HasSubstr("rttvar lock 750ms"));
  EXPECT_THAT(routes(true), Not(HasSubstr("initcwnd"))) << "of the variant before";
}

TEST_F(ApplyTest, TheReceiveWindowIsHeld) {
  for (const bool fixed : {true, false})
    run_in(host(fixed), {"ip", "link", "set", host(fixed).interface, "mtu", "576"});
  TcpVariant variant = read_variant("baseline");
  variant.mutable_route()->set_window(17152);
  ApplyTcpVariantReply reply;
  for (const bool fixed : {true, false}) {
    const auto status = apply(fixed, variant, &reply);
    ASSERT_TRUE(status.ok()) << status.error_message();
    EXPECT_THAT(routes(fixed), HasSubstr("window 17152"));
  }
  transfer(true, 3'000'000);
  std::int64_t largest = 0;
  for (const auto& sample : all_of(read_log(path("bulk1-source.jsonl")), "tcp_info"))
    largest = std::max(largest, sample.at("snd_wnd").get<std::int64_t>());
  EXPECT_GT(largest, 17152 / 2);
  EXPECT_LE(largest, 17152);
}

TEST_F(ApplyTest, AReceiveWindowThatTheKernelWouldDiscardIsRefused) {
  TcpVariant variant = read_variant("baseline");
  variant.mutable_route()->set_window(17152);
  ApplyTcpVariantReply reply;
  const auto status = apply(true, variant, &reply);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::FAILED_PRECONDITION);
  EXPECT_THAT(
      status.error_message(),
      HasSubstr(
          "route window: 17152 has no effect (the kernel ignores it after the "
          "first segment longer than 536 bytes: the MTU must be at most 576, but that of eth0 is "
          "1500)"));
  EXPECT_THAT(routes(true), Not(HasSubstr("window")));
}

TEST_F(ApplyTest, KnobsOfTheVariantBeforeGoBack) {
  const std::string congestion_control = sysctl(true, "tcp_congestion_control");
  const std::string dsack = sysctl(true, "tcp_dsack");
  const std::string rmem = sysctl(true, "tcp_rmem");
  const std::string route = routes(true);
  ApplyTcpVariantReply reply;
  ASSERT_TRUE(apply(true, read_variant("enhanced"), &reply).ok());
  ASSERT_NE(sysctl(true, "tcp_dsack"), dsack);
  ASSERT_NE(routes(true), route);
  TcpVariant only_ecn;
  (*only_ecn.mutable_sysctl())["tcp_ecn"] = "1";
  const auto status = apply(true, only_ecn, &reply);
  ASSERT_TRUE(status.ok()) << status.error_message();
  EXPECT_EQ(sysctl(true, "tcp_ecn"), "1");
  EXPECT_EQ(sysctl(true, "tcp_congestion_control"), congestion_control);
  EXPECT_EQ(sysctl(true, "tcp_dsack"), dsack);
  EXPECT_EQ(sysctl(true, "tcp_rmem"), rmem);
  EXPECT_EQ(routes(true), route);
}

TEST_F(ApplyTest, RoutesThroughTheOtherHostHaveTheMetricsToo) {
  const auto add = [&](const std::string& to, const std::string& gateway) {
    run_in(host(false), {"ip", "route", "add", to, "via", gateway});
  };
  add("default", "10.0.0.1");
  add("198.51.100.0/24", "10.0.0.9");  // over the same interface, through another host
  const std::string before = routes(false);
  TcpVariant variant;
  variant.mutable_route()->set_congctl("reno");
  ApplyTcpVariantReply reply;
  const auto status = apply(false, variant, &reply);
  ASSERT_TRUE(status.ok()) << status.error_message();
  EXPECT_THAT(routes(false), HasSubstr("default via 10.0.0.1 dev eth0 congctl reno"));
  EXPECT_THAT(routes(false), HasSubstr("src 10.0.0.2 congctl reno"));
  EXPECT_THAT(routes(false), HasSubstr("198.51.100.0/24 via 10.0.0.9 dev eth0 \n"));
  ASSERT_TRUE(apply(false, TcpVariant(), &reply).ok());
  EXPECT_EQ(routes(false), before);
}

TEST_F(ApplyTest, KnobsThatDoNotTakeAreAllNamedAndNothingSticks) {
  const std::string dsack = sysctl(true, "tcp_dsack");
  const std::string sack = sysctl(true, "tcp_sack");
  const std::string route = routes(true);
  TcpVariant variant;
  variant.set_name("odd");
  (*variant.mutable_sysctl())["tcp_dsack"] = dsack == "0" ? "1" : "0";
  (*variant.mutable_sysctl())["tcp_no_such_knob"] = "1";
  (*variant.mutable_sysctl())["tcp_sack"] = "many";
  variant.mutable_route()->set_initcwnd(4);
  ApplyTcpVariantReply reply;
  const auto status = apply(true, variant, &reply);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::FAILED_PRECONDITION);
  EXPECT_EQ(status.error_message(),
            "TCP variant `odd` did not take: "
            "tcp_no_such_knob: wanted 1, found (no such setting) (this kernel or network namespace "
            "has no such setting); "
            "tcp_sack: wanted many, found " +
                sack + " (the kernel refused it: Invalid argument)");
  EXPECT_EQ(sysctl(true, "tcp_dsack"), dsack);
  EXPECT_EQ(routes(true), route);
}

TEST_F(ApplyTest, ARouteThatIsNotThereIsNamed) {
  ApplyTcpVariantRequest request;
  request.mutable_variant()->set_name("v");
  request.mutable_variant()->mutable_route()->set_initcwnd(4);
  request.set_peer_address("192.0.2.1");
  request.set_interface("eth0");
  grpc::ClientContext context;
  ApplyTcpVariantReply reply;
  const auto status = agent(true).stub().ApplyTcpVariant(&context, request, &reply);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::FAILED_PRECONDITION);
  EXPECT_EQ(status.error_message(),
            "TCP variant `v` did not take: route initcwnd: wanted 4, found (unset) (no route to "
            "192.0.2.1 through eth0)");
}

TEST_F(ApplyTest, AnotherCongestionControlThanThisKernelsIsNamed) {
  TcpVariant variant;
  variant.mutable_route()->set_congctl("carrier_pigeon");
  ApplyTcpVariantReply reply;
  const auto status = apply(true, variant, &reply);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::FAILED_PRECONDITION);
  EXPECT_THAT(status.error_message(),
              HasSubstr("route congctl: wanted carrier_pigeon, found (unset)"));
}

TEST_F(ApplyTest, ANameCannotLeaveNetIpv4) {
  TcpVariant variant;
  (*variant.mutable_sysctl())["../core/rmem_max"] = "1";
  ApplyTcpVariantReply reply;
  const auto status = apply(true, variant, &reply);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::INVALID_ARGUMENT);
  EXPECT_EQ(status.error_message(),
            "sysctl `../core/rmem_max`: a name of net.ipv4 has only a-z, 0-9 and _");
}

}  // namespace
}  // namespace seawind::test
