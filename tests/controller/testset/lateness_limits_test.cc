// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/testset/lateness_limits.h"

#include <gtest/gtest.h>

namespace seawind {
namespace {

constexpr std::int64_t kMs = 1'000'000;  // ns

struct Link {
  const char* name;
  double down_rate, down_delay_ms, up_rate, up_delay_ms;
  std::int64_t mtu;
  std::int64_t delay_us, p999_ns, largest_us;  // expected
};

LinkProfile profile(const Link& link) {
  LinkProfile out;
  out.mutable_downlink()->mutable_rate_base()->set_fixed(link.down_rate);
  out.mutable_downlink()->mutable_propagation_delay()->set_fixed(link.down_delay_ms * kMs);
  out.mutable_uplink()->mutable_rate_base()->set_fixed(link.up_rate);
  out.mutable_uplink()->mutable_propagation_delay()->set_fixed(link.up_delay_ms * kMs);
  return out;
}

TestSet set_of(std::int64_t mtu) {
  TestSet out;
  out.set_mtu(mtu);
  return out;
}

class LatenessLimitsOf : public testing::TestWithParam<Link> {};

TEST_P(LatenessLimitsOf, FollowFromTheFasterDirection) {
  const Link& link = GetParam();
  Case test_case;
  *test_case.mutable_link() = profile(link);
  const LatenessLimits limits = lateness_limits(set_of(link.mtu), test_case);
  EXPECT_EQ(limits.delay, link.delay_us * 1000);
  EXPECT_EQ(limits.p999, link.p999_ns);
  EXPECT_EQ(limits.largest, link.largest_us * 1000);
}

INSTANTIATE_TEST_SUITE_P(
    Links, LatenessLimitsOf,
    testing::Values(
        // 12000 bit at 64 kbit/s: 187.5 ms
        Link{"e0", 64e3, 300, 64e3, 300, 1500, 487'500, 4'875'000, 24'375},
        Link{"e0_reference", 64e3, 300, 64e3, 300, 576, 372'000, 3'720'000, 20'000},
        Link{"umts", 384e3, 150, 64e3, 150, 1500, 181'250, 1'812'500, 20'000},
        Link{"gprs", 30e3, 100, 10e3, 100, 1500, 500'000, 5'000'000, 25'000},
        Link{"geo_satellite", 2e6, 250, 200e3, 250, 1500, 256'000, 2'560'000, 20'000},
        Link{"fast", 100e6, 1, 100e6, 1, 1500, 1'120, 1'000'000, 20'000},
        Link{"uplink_is_faster", 1e6, 900, 12e6, 99, 1500, 100'000, 1'000'000, 20'000},
        Link{"at_the_floor_of_p999", 12e6, 99, 12e6, 99, 1500, 100'000, 1'000'000, 20'000},
        Link{"above_the_floor_of_p999", 12e6, 100, 12e6, 100, 1500, 101'000, 1'010'000, 20'000},
        Link{"at_the_floor_of_the_largest", 12e6, 399, 12e6, 399, 1500, 400'000, 4'000'000, 20'000},
        Link{"above_the_floor_of_the_largest", 12e6, 400, 12e6, 400, 1500, 401'000, 4'010'000,
             20'050}),
    [](const auto& one) { return std::string(one.param.name); });

constexpr Link kSlow{"slow", 12e3, 0, 12e3, 0, 1500, 0, 0, 0};  // 1 s

TEST(LatenessLimits, WrittenOnesWin) {
  Case test_case;
  *test_case.mutable_link() = profile(kSlow);
  TestSet set = set_of(1500);
  EXPECT_EQ(lateness_limits(set, test_case).p999, 10 * kMs);
  EXPECT_EQ(lateness_limits(set, test_case).largest, 50 * kMs);
  set.mutable_limits()->set_lateness_p999(kMs / 2);
  EXPECT_EQ(lateness_limits(set, test_case).p999, kMs / 2);
  EXPECT_EQ(lateness_limits(set, test_case).largest, 50 * kMs);
  set.mutable_limits()->set_lateness_p999(70 * kMs);
  EXPECT_EQ(lateness_limits(set, test_case).largest, 70 * kMs) << "never below that of p99.9";
  set.mutable_limits()->set_lateness_max(3 * kMs);
  EXPECT_EQ(lateness_limits(set, test_case).largest, 3 * kMs);
}

TEST(LatenessLimits, TheSmallestOfStatesAndTimelineCounts) {
  Case test_case;
  *test_case.mutable_link() = profile(kSlow);
  LinkProfile& link = *test_case.mutable_link();
  for (const char* name : {"good", "bad"}) link.mutable_channel()->add_states()->set_name(name);
  auto& states = *link.mutable_downlink()->mutable_states();
  states["good"].mutable_rate_base()->set_fixed(24e3);
  EXPECT_EQ(lateness_limits(set_of(1500), test_case).delay, 500 * kMs);
  states["bad"].mutable_propagation_delay()->set_fixed(1e9);
  states["good"].mutable_propagation_delay()->set_fixed(100 * kMs);
  EXPECT_EQ(lateness_limits(set_of(1500), test_case).delay, 600 * kMs);
  Link faster = kSlow;
  faster.up_rate = 120e3;
  *test_case.add_changes()->mutable_hop()->mutable_link() = profile(faster);
  EXPECT_EQ(lateness_limits(set_of(1500), test_case).delay, 100 * kMs);
}

TEST(LatenessLimits, AScheduleOrADistributionCountsByItsMean) {
  Case test_case;
  LinkProfile& link = *test_case.mutable_link() = profile(kSlow);
  auto& uniform = *link.mutable_downlink()->mutable_propagation_delay()->mutable_uniform();
  uniform.set_min(100 * kMs);
  uniform.set_max(300 * kMs);
  link.mutable_downlink()->mutable_rate_base()->set_fixed(120e3);
  EXPECT_EQ(lateness_limits(set_of(1500), test_case).delay, 300 * kMs);
}

TEST(LatenessLimits, OfAPlanAreTheSmallestOfItsCases) {
  Plan plan;
  *plan.mutable_test_set() = set_of(1500);
  *plan.add_cases()->mutable_link() = profile(kSlow);
  Link faster = kSlow;
  faster.down_rate = 24e3;
  *plan.add_cases()->mutable_link() = profile(faster);
  const LatenessLimits limits = smallest_lateness_limits(plan);
  EXPECT_EQ(limits.delay, 500 * kMs);
  EXPECT_EQ(limits.p999, 5 * kMs);
  EXPECT_EQ(limits.largest, 25 * kMs);
}

TEST(AllowedLate, IsOnePercentOfFewPacketsThenTenThenOneInAThousand) {
  for (const auto& [releases, allowed] :
       std::vector<std::pair<std::uint64_t, std::uint64_t>>{{0, 0},
                                                            {1, 1},
                                                            {100, 1},
                                                            {101, 2},
                                                            {135, 2},
                                                            {282, 3},
                                                            {900, 9},
                                                            {901, 10},
                                                            {1'000, 10},
                                                            {10'999, 10},
                                                            {11'000, 11},
                                                            {1'000'000, 1'000}})
    EXPECT_EQ(allowed_late(releases), allowed) << releases;
}

}  // namespace
}  // namespace seawind
