// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/campaign/verdict.h"

#include <gtest/gtest.h>

#include "common/histogram.h"

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

/// A link with a delay of 400 ms.
Case link() {
  Case out;
  for (LinkDirection* one :
       {out.mutable_link()->mutable_downlink(), out.mutable_link()->mutable_uplink()}) {
    one->mutable_rate_base()->set_fixed(1e6);
    one->mutable_propagation_delay()->set_fixed(388e6);
  }
  return out;
}

FidelityVerdict judge(const FidelityInfo& fidelity, const Limits& limits) {
  TestSet set;
  set.set_mtu(1500);
  *set.mutable_limits() = limits;
  return judge(fidelity, set, link());
}

TEST(VerdictTest, AfterAChangeByHandTheDefaultLimitsAreTheSmallest) {
  TestSet set;
  set.set_mtu(1500);
  EXPECT_EQ(lateness_limits(set, link()).p999, 4'000'000);
  const LatenessLimits changed = lateness_limits(set, link(), true);
  EXPECT_EQ(changed.p999, kLeastP999);
  EXPECT_EQ(changed.largest, kLeastLargest);
  set.mutable_limits()->set_lateness_p999(7'000'000);
  EXPECT_EQ(lateness_limits(set, link(), true).p999, 7'000'000);
}

std::uint32_t bucket_of(std::int64_t ns) {
  std::uint32_t bucket = 0;
  while (Histogram::upper(bucket) < ns) ++bucket;
  return bucket;
}

constexpr std::int64_t kMs = 1'000'000;  // ns

/// `late` of `releases` packets are 5 ms late, the other ones 10 us; `machine` of them are
/// explained by a pause of 6 ms.
FidelityInfo late_packets(std::uint32_t releases, std::uint32_t late, std::uint32_t machine) {
  FidelityInfo out{.releases = releases, .lateness_max = late > 0 ? 5 * kMs : 10'000};
  out.histogram = {{bucket_of(10'000), releases - late}, {bucket_of(5 * kMs), late}};
  out.machine_histogram = {{bucket_of(5 * kMs), machine}};
  out.lateness_max_relay = late > machine ? 5 * kMs : 10'000;
  out.pauses = PauseTotals{.watched = Duration::seconds(10),
                           .number = 1,
                           .total = Duration::milliseconds(6),
                           .largest = Duration::milliseconds(6)};
  return out;
}

TEST(Verdict, FewPacketsMayBeLate) {
  EXPECT_EQ(judge(late_packets(282, 3, 0), limits()).reason, "");
  const FidelityVerdict verdict = judge(late_packets(282, 4, 0), limits());
  EXPECT_EQ(verdict.reason,
            "4 of 282 packets later than 1ms (at most 3 may be), the largest 5ms (limit 20ms), "
            "1.2 % of the delay of 400ms: this is not explained by the machine, "
            "whose largest pause was 6ms: the relay had too much load");
  EXPECT_TRUE(verdict.overloaded);
  EXPECT_FALSE(verdict.only_machine);
  EXPECT_EQ(judge(late_packets(1'000'000, 1'000, 0), limits()).reason, "");
  EXPECT_NE(judge(late_packets(1'000'000, 1'001, 0), limits()).reason, "");
}

TEST(Verdict, SharesHaveNoExponent) {
  const LatenessLimits limits{.delay = 100 * kMs, .p999 = kMs, .largest = 20 * kMs};
  const auto share = [&](std::int64_t largest, std::int64_t delay) {
    LatenessLimits of = limits;
    of.delay = delay;
    const std::string text = lateness_text({.lateness_max = largest, .histogram = {}}, of);
    return text.substr(text.find("20ms)") + 5);
  };
  EXPECT_EQ(share(170 * kMs, 100 * kMs), ", 170 % of the delay of 100ms");
  EXPECT_EQ(share(5'000, 100 * kMs), ", less than 0.01 % of the delay of 100ms");
  EXPECT_EQ(share(170 * kMs, 100 * kMs - 1), "") << "the floor of 1 ms is not a share of the delay";
}

TEST(Verdict, SaysWhetherTheMachineOrTheRelayWasLate) {
  const FidelityVerdict machine = judge(late_packets(282, 4, 1), limits());
  EXPECT_EQ(
      machine.reason,
      "lost to the machine: 4 of 282 packets later than 1ms (at most 3 may be), the largest 5ms "
      "(limit 20ms), 1.2 % of the delay of 400ms: delayed by the machine, whose largest pause "
      "was 6ms");
  EXPECT_TRUE(machine.only_machine);
  EXPECT_FALSE(machine.overloaded) << "fewer slots do not help";
  EXPECT_FALSE(judge(late_packets(282, 8, 4), limits()).only_machine) << "4 remain unexplained";
  EXPECT_TRUE(judge(late_packets(282, 8, 5), limits()).only_machine);
  EXPECT_TRUE(judge(late_packets(282, 40, 30), limits()).only_machine) << "three quarters";
  EXPECT_FALSE(judge(late_packets(282, 40, 29), limits()).only_machine);
}

TEST(Verdict, TheLargestLatenessCountsAlone) {
  Limits strict = limits();
  strict.set_lateness_max(5 * kMs);
  EXPECT_EQ(judge(late_packets(282, 1, 0), strict).reason, "");
  strict.set_lateness_max(5 * kMs - 1);
  EXPECT_NE(
      judge(late_packets(282, 1, 0), strict)
          .reason.find(
              "the relay had too much load, or a limit below the defaults (1ms and 20ms) is too "
              "small"),
      std::string::npos);
  EXPECT_FALSE(judge(late_packets(282, 1, 0), strict).only_machine);
  EXPECT_TRUE(judge(late_packets(282, 1, 1), strict).only_machine);
  FidelityInfo both = late_packets(282, 2, 1);
  both.lateness_max_relay = 5 * kMs - 1;
  EXPECT_TRUE(judge(both, strict).only_machine);
  both.lateness_max_relay = 5 * kMs;
  EXPECT_FALSE(judge(both, strict).only_machine);
}

TEST(Verdict, CannotTellWithoutAMeasurementOfPauses) {
  FidelityInfo unknown = late_packets(282, 4, 0);
  unknown.pauses.reset();
  const FidelityVerdict verdict = judge(unknown, limits());
  EXPECT_NE(verdict.reason.find("without real-time priority it is unknown"), std::string::npos);
  EXPECT_TRUE(verdict.overloaded);
  EXPECT_FALSE(verdict.only_machine);
}

TEST(Verdict, IsNotLostToTheMachineIfAnythingElseIsBeyondALimit) {
  FidelityInfo fidelity = late_packets(282, 4, 4);
  fidelity.cpu_steal = 0.5;
  EXPECT_TRUE(judge(fidelity, limits()).only_machine);
  fidelity.capture_drops = 1;
  const FidelityVerdict verdict = judge(fidelity, limits());
  EXPECT_FALSE(verdict.only_machine);
  EXPECT_EQ(verdict.reason.find("lost to the machine"), std::string::npos);
}

TEST(Verdict, APauseExplainsWhatStartsOrPacesAtMostTwiceAsLate) {
  FidelityInfo fidelity{.histogram = {}};
  fidelity.pauses = PauseTotals{.watched = Duration::seconds(10),
                                .number = 1,
                                .total = Duration::milliseconds(8),
                                .largest = Duration::milliseconds(8)};
  fidelity.start_error_max = 16 * kMs;
  fidelity.pacing_error_max = 6 * kMs;
  FidelityVerdict verdict = judge(fidelity, limits());
  EXPECT_EQ(verdict.reason,
            "lost to the machine: start error 16ms is beyond the limit 10ms: delayed by the "
            "machine, whose largest pause was 8ms; pacing error p99.9 6ms is beyond the limit 5ms: "
            "delayed by the machine, whose largest pause was 8ms");
  EXPECT_TRUE(verdict.only_machine);
  EXPECT_FALSE(verdict.overloaded);
  fidelity.start_error_max = 16 * kMs + 1;
  verdict = judge(fidelity, limits());
  EXPECT_FALSE(verdict.only_machine);
  EXPECT_TRUE(verdict.overloaded);
}

TEST(Verdict, DefaultsFollowFromTheLink) {
  Limits without = limits();
  without.clear_lateness_p999();
  without.clear_lateness_max();
  EXPECT_NE(
      judge(late_packets(282, 4, 0), without).reason.find("later than 4ms (at most 3 may be)"),
      std::string::npos);
}

struct Kept {
  std::uint64_t number;
  std::int64_t total_ms, largest_ms;  // in 10 s
  std::int64_t p999_us, largest_limit_ms;
};

TEST(Pauses, TheLimitsThatAMachineKeeps) {
  for (const Kept& one :
       {Kept{0, 0, 0, 1'000, 20}, Kept{1, 11, 11, 1'000, 20}, Kept{1, 12, 12, 2'000, 20},
        Kept{3, 40, 33, 10'000, 33}, Kept{20, 30, 2, 1'000, 20}}) {
    const PauseTotals pauses{.watched = Duration::seconds(10),
                             .number = one.number,
                             .total = Duration::milliseconds(one.total_ms),
                             .largest = Duration::milliseconds(one.largest_ms)};
    const LatenessLimits kept = kept_limits(pauses);
    EXPECT_EQ(kept.p999, one.p999_us * 1000) << one.total_ms;
    EXPECT_EQ(kept.largest, one.largest_limit_ms * kMs);
    EXPECT_EQ(beyond_text(pauses, kept), "");
  }
}

TEST(Pauses, TheMessageNamesTheLimitsThatAreNotKept) {
  const PauseTotals pauses{.watched = Duration::seconds(10),
                           .number = 3,
                           .total = Duration::milliseconds(40),
                           .largest = Duration::milliseconds(33)};
  EXPECT_EQ(beyond_text(pauses, {.delay = 0, .p999 = kMs, .largest = 20 * kMs}),
            "this machine may not keep lateness_max 20ms and lateness_p999 1ms: 3 pauses of 1ms "
            "and more in 10s, the largest 33ms, together 0.4 % of the time");
  EXPECT_EQ(beyond_text(pauses, {.delay = 0, .p999 = 10 * kMs, .largest = 33 * kMs}), "");
  EXPECT_NE(beyond_text(pauses, {.delay = 0, .p999 = 10 * kMs - 1, .largest = 33 * kMs}), "");
  EXPECT_NE(beyond_text(pauses, {.delay = 0, .p999 = 10 * kMs, .largest = 33 * kMs - 1}), "");
}

TEST(Verdict, ExactlyAtEveryLimitIsWithin) {
  const FidelityInfo fidelity{.lateness_max = 20'000'000,
                              .histogram = {},
                              .cpu_steal = 0.05,
                              .start_error_max = 10'000'000,
                              .pacing_error_max = 5'000'000};
  EXPECT_EQ(judge(fidelity, limits()).reason, "");
}

TEST(Verdict, StallsCountByWhatTheyMakeLateUnlessLimited) {
  EXPECT_EQ(judge({.histogram = {}, .stalls = 1000}, limits()).reason, "");
  Limits some = limits();
  some.set_stalls(3);
  EXPECT_EQ(judge({.histogram = {}, .stalls = 3}, some).reason, "");
  EXPECT_EQ(judge({.histogram = {}, .stalls = 4}, some).reason,
            "stalls of the relay beyond 5ms: 4, limit 3");
}

TEST(Verdict, ClampedStampsHaveALimit) {
  EXPECT_EQ(judge({.histogram = {}, .clamped_stamps = 1000}, limits()).reason, "");
  Limits some = limits();
  some.set_clamped_stamps(100);
  EXPECT_EQ(judge({.histogram = {}, .clamped_stamps = 100}, some).reason, "");
  EXPECT_EQ(judge({.histogram = {}, .clamped_stamps = 101}, some).reason,
            "arrivals stamped outside the relay's turn: 101, limit 100");
  EXPECT_FALSE(judge({.histogram = {}, .clamped_stamps = 101}, some).overloaded);
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
  EXPECT_EQ(verdict.overloaded, GetParam().late);
}

INSTANTIATE_TEST_SUITE_P(
    Each, VerdictBeyond,
    ::testing::Values(
        Beyond{
            {.lateness_max = 21'000'000, .histogram = {}},
            "0 of 0 packets later than 1ms (at most 0 may be), the largest 21ms (limit 20ms), 5.2 "
            "% of "
            "the delay of 400ms: without real-time priority it is unknown whether the machine or "
            "its load was the cause",
            true},
        Beyond{{.histogram = {}, .start_error_max = 2'100'000'000},
               "start error 2.1s is beyond the limit 10ms",
               true},
        Beyond{{.histogram = {}, .pacing_error_max = 7'500'000},
               "pacing error p99.9 7.5ms is beyond the limit 5ms",
               true},
        Beyond{{.histogram = {}, .cpu_steal = 0.0625},
               "lost to the machine: CPU steal 6.25 % is beyond the limit 5 %",
               false},
        Beyond{{.histogram = {}, .capture_drops = 2}, "packets lost in capture: 2, limit 0", true},
        Beyond{{.histogram = {}, .interface_changes = 1},
               "an interface of the link went down, up or away",
               false},
        Beyond{
            {.histogram = {}, .interface_drops = 3},
            "packets dropped by an interface of the link: 3 (is its MTU smaller than the host's?)",
            false},
        Beyond{{.histogram = {}, .inject_failures = 1},
               "packets rejected by the kernel: 1, limit 0",
               true},
        Beyond{{.histogram = {}, .log_overruns = 7}, "events lost by the log: 7, limit 0", true},
        Beyond{{.histogram = {}, .capture_drops = 2, .start_error_max = 11'000'000},
               "start error 11ms is beyond the limit 10ms; packets lost in capture: 2, limit 0",
               true}));

}  // namespace
}  // namespace seawind
