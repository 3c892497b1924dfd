// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/campaign/verdict.h"

#include <gtest/gtest.h>

namespace seawind {
namespace {

Limits limits() {
  Limits limits;
  limits.set_lateness_p999(1'000'000);
  limits.set_lateness_max(20'000'000);
  limits.set_start_error(10'000'000);
  limits.set_pacing_error(5'000'000);
  limits.set_cpu_steal(0.05);
  limits.set_attempts(3);
  return limits;
}

TEST(Verdict, ExactlyAtEveryLimitIsWithin) {
  const FidelityInfo fidelity{.lateness_p999 = 1'000'000,
                              .lateness_max = 20'000'000,
                              .histogram = {},
                              .cpu_steal = 0.05,
                              .start_error_max = 10'000'000,
                              .pacing_error_max = 5'000'000};
  EXPECT_EQ(judge(fidelity, limits()).reason, "");
}

TEST(Verdict, StallsCountByWhatTheyMakeLateUnlessLimited) {
  EXPECT_EQ(judge({.histogram = {}, .throttled = 1000}, limits()).reason, "");
  Limits some = limits();
  some.set_stalls(3);
  EXPECT_EQ(judge({.histogram = {}, .throttled = 3}, some).reason, "");
  EXPECT_EQ(judge({.histogram = {}, .throttled = 4}, some).reason,
            "stalls of the relay beyond 5ms: 4, limit 3");
}

TEST(Verdict, ClampedStampsHaveALimit) {
  EXPECT_EQ(judge({.histogram = {}, .clamped_stamps = 1000}, limits()).reason, "");
  Limits some = limits();
  some.set_clamped_stamps(100);
  EXPECT_EQ(judge({.histogram = {}, .clamped_stamps = 100}, some).reason, "");
  EXPECT_EQ(judge({.histogram = {}, .clamped_stamps = 101}, some).reason,
            "arrivals stamped outside the relay's turn: 101, limit 100");
  EXPECT_FALSE(judge({.histogram = {}, .clamped_stamps = 101}, some).late);
}

struct Beyond {
  FidelityInfo fidelity;
  const char* reason;
  bool late;
};

class VerdictBeyond : public ::testing::TestWithParam<Beyond> {};

TEST_P(VerdictBeyond, NamesValueAndLimit) {
  const auto verdict = judge(GetParam().fidelity, limits());
  EXPECT_EQ(verdict.reason, GetParam().reason);
  EXPECT_EQ(verdict.late, GetParam().late);
}

INSTANTIATE_TEST_SUITE_P(
    Each, VerdictBeyond,
    ::testing::Values(
        Beyond{{.lateness_p999 = 1'250'000, .histogram = {}},
               "release lateness p99.9 1.25ms is beyond the limit 1ms",
               true},
        Beyond{{.lateness_max = 21'000'000, .histogram = {}},
               "largest release lateness 21ms is beyond the limit 20ms",
               true},
        Beyond{{.histogram = {}, .start_error_max = 2'100'000'000},
               "start error 2.1s is beyond the limit 10ms",
               true},
        Beyond{{.histogram = {}, .pacing_error_max = 7'500'000},
               "pacing error p99.9 7.5ms is beyond the limit 5ms",
               true},
        Beyond{{.histogram = {}, .cpu_steal = 0.0625},
               "CPU steal 6.25 % is beyond the limit 5 %",
               false},
        Beyond{{.histogram = {}, .capture_drops = 2}, "packets lost in capture: 2, limit 0", true},
        Beyond{{.histogram = {}, .interface_changes = 1},
               "an interface of the link went down, up or away",
               false},
        Beyond{{.histogram = {}, .inject_failures = 1},
               "packets rejected by the kernel: 1, limit 0",
               true},
        Beyond{{.histogram = {}, .log_overruns = 7}, "events lost by the log: 7, limit 0", true},
        Beyond{{.lateness_p999 = 2'000'000, .histogram = {}, .capture_drops = 2},
               "release lateness p99.9 2ms is beyond the limit 1ms; packets lost in capture: 2, "
               "limit 0",
               true}));

}  // namespace
}  // namespace seawind
