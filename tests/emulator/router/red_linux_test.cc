// SPDX-License-Identifier: GPL-3.0-or-later
// RED with Linux's arithmetic against sch_red.c and tc_red.c: values worked by hand.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/emulator/router/reference_red.h"
#include "tests/emulator/router/rig.h"

namespace seawind::test {
namespace {

RedConfig as_linux() {
  RedConfig config = reference();
  config.linux_arithmetic = true;
  return config;
}

/// Fills an empty queue with 20 packets; returns the resulting average.
double fill(RouterRig& rig) {
  double average = 0;
  for (int i = 0; i < 20; ++i) {
    rig.put();
    average += (576 * i - average) / 512;
  }
  return average;
}

/// The first event of an arrival at this instant.
std::string arrival(RouterRig& rig, Time at) {
  rig.events();
  rig.keep_averages = true;
  rig.now = at;
  rig.put();
  const std::string events = rig.events();
  return events.substr(0, events.find(' '));
}

std::string average_event(double average) {
  return fmt::format("average:{}", static_cast<int>(average * 256));
}

// Linux at 64 kbit/s, 576 B, w = 2^-9: ln(512/511) = 0.001955 per 72 ms; 31 shifts take 1142 s.
// Cells of 2^22 us (4.194304 s) are the smallest of which 512 are longer. Shifts of cell i: 0.1139
// i, truncated.
TEST(RedAverage, LinuxDampsByItsTable) {
  const LinuxIdleDamping damping(1.0 / 512, 0.072);
  const double cell = 4.194304;
  EXPECT_DOUBLE_EQ(damping.damp(5000, 0), 5000);
  EXPECT_NEAR(damping.damp(5000, 1), 5000 * (1 - 1 / cell), 1e-9);  // 3808; (1-w)^m: 4866
  EXPECT_NEAR(damping.damp(5000, 2), 5000 * (1 - 2 / cell), 1e-9);
  EXPECT_DOUBLE_EQ(damping.damp(5000, 2.2), 2500);                            // at most a half
  EXPECT_DOUBLE_EQ(damping.damp(5000, 8.9 * cell), 2500);                     // 0.91 shifts: none
  EXPECT_DOUBLE_EQ(damping.damp(5000, 9.1 * cell), 2500);                     // 1.03: one
  EXPECT_DOUBLE_EQ(damping.damp(5000, 17.9 * cell), 2500);                    // 1.94
  EXPECT_DOUBLE_EQ(damping.damp(5000, 18.1 * cell), 1250);                    // 2.05: two
  EXPECT_DOUBLE_EQ(damping.damp(5000, 254.5 * cell), 5000 * std::exp2(-28));  // 28.9
  EXPECT_DOUBLE_EQ(damping.damp(5000, 255.5 * cell), 5000 * std::exp2(-31));
  EXPECT_DOUBLE_EQ(damping.damp(5000, 1e9), 5000 * std::exp2(-31));
}

// 0.1 / 3456 B = 2.89e-5, between 2^-16 (1.53e-5) and 2^-15 (3.05e-5): 3456 / 65536 = 0.052734375.
TEST(RedCurve, LinuxRoundsMaxProbabilityDown) {
  EXPECT_DOUBLE_EQ(linux_max_probability(0.1, 1728, 5184), 0.052734375);
  EXPECT_DOUBLE_EQ(linux_max_probability(0.02, 32768, 131072), 98304 / std::exp2(23));
  EXPECT_DOUBLE_EQ(linux_max_probability(0.25, 0, 4096), 0.125);  // 2^-14 exactly: rounds to the
                                                                  // next lower
  EXPECT_EQ(linux_max_probability(0, 1728, 5184), 0);
}

// 20 packets at once, 1 s of idle time, one more packet.
TEST(Red, LinuxArithmeticReachesTheQueue) {
  RouterRig rig(as_linux());
  const double average = fill(rig);
  rig.drain();
  EXPECT_EQ(arrival(rig, at_ms(1000)), average_event(average * (1 - 1 / 4.194304)));
}

// In Linux an idle time begins with a dequeue from the empty queue, here at 400 ms. Until then an
// arrival finds a queue of 0 bytes like any other.
TEST(Red, LinuxIdleTimesBeginWhenThereIsNoneToTake) {
  for (const bool asked : {false, true}) {
    RouterRig rig(as_linux());
    const double average = fill(rig);
    while (rig.inside() > 0) rig.get();
    rig.now = at_ms(400);
    if (asked) {
      EXPECT_EQ(rig.get(), 0u);
    }
    EXPECT_EQ(arrival(rig, at_ms(1000)),
              average_event(average * (asked ? 1 - 0.6 / 4.194304 : 511.0 / 512)));
  }
}

// A scheduler that dequeues only from classes with packets (DRR, HTB) never starts their idle time:
// behind it, Linux's average does not change, however long the link was idle.
TEST(Red, LinuxHasNoIdleTimesBehindAScheduler) {
  DrrConfig scheduler;
  scheduler.classes.push_back({.name = "tcp", .discipline = as_linux()});
  RouterRig rig(scheduler);
  const double average = fill(rig);
  for (; rig.inside() > 0; rig.now += Duration::milliseconds(10)) rig.get();
  EXPECT_EQ(rig.get(), 0u);
  EXPECT_EQ(arrival(rig, at_ms(100'000)), average_event(average * 511.0 / 512));
}

}  // namespace
}  // namespace seawind::test
