// SPDX-License-Identifier: GPL-3.0-or-later
// On-demand channel allocation: the edge of the hold time, and the pings of study 000 (experiments
// D7, D8).
#include "emulator/link/allocation_gate.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/emulator/link/link_units.h"
#include "tests/support/test_hop.h"

namespace seawind::test {
namespace {

struct AllocationRig : Progress {
  explicit AllocationRig(const ValueConfig& length = 0.5 * kSecond,
                         const ValueConfig& hold = 2 * kSecond) {
    state.allocation_delay = length;
    state.link_idle_timeout = hold;
  }
  void make_progress() override { allocated.push_back(scheduler.now()); }
  /// A frame is ready at `when`; returns the gate's answer.
  Time start_at(Time when) {
    scheduler.run_until(when);
    return gate.open_at(state, when);
  }

  StateParameters state;
  Scheduler scheduler;
  Recorder recorder;
  std::vector<Time> allocated;
  EventEmitter emit{kDown, scheduler, recorder};
  AllocationGate gate{1, scheduler, emit, *this, nullptr};
};

TEST(AllocationGate, TheFirstFrameWaitsForAChannel) {
  AllocationRig rig;
  EXPECT_EQ(rig.start_at(at_ms(100)), at_ms(600));
  EXPECT_EQ(rig.start_at(at_ms(600) - kNs), at_ms(600));
  EXPECT_TRUE(rig.allocated.empty());
  EXPECT_EQ(rig.start_at(at_ms(600)), at_ms(600));
  EXPECT_EQ(rig.allocated, std::vector<Time>{at_ms(600)});
  ASSERT_EQ(rig.recorder.events.size(), 2u);
  EXPECT_EQ(rig.recorder.events[0].kind, EventKind::kBlocked);
  EXPECT_EQ(rig.recorder.events[0].time, at_ms(100));
  EXPECT_EQ(rig.recorder.events[0].code, static_cast<std::uint8_t>(BlockReason::kAllocation));
  EXPECT_EQ(rig.recorder.events[1].kind, EventKind::kUnblocked);
  EXPECT_EQ(rig.recorder.events[1].time, at_ms(600));
}

TEST(AllocationGate, AChannelIsHeldForExactlyTheHoldTimeAfterTheEndOfTheLastTransmission) {
  for (const Duration beyond : {Duration(), kNs}) {
    AllocationRig rig;
    rig.start_at(Time());
    rig.start_at(at_ms(500));
    rig.gate.started(at_ms(572));
    const Time ready = at_ms(2572) + beyond;
    EXPECT_EQ(rig.start_at(ready),
              beyond == Duration() ? ready : ready + Duration::milliseconds(500));
  }
}

TEST(AllocationGate, TheDecisionIsMadeOnceForAFrame) {
  AllocationRig rig;
  rig.start_at(Time());
  rig.start_at(at_ms(500));
  rig.gate.started(at_ms(500));
  // Ready in time, then delayed by another cause for longer than the hold time.
  EXPECT_EQ(rig.start_at(at_ms(1000)), at_ms(1000));
  EXPECT_EQ(rig.start_at(at_ms(9000)), at_ms(9000));
}

TEST(AllocationGate, AFrameThatGoesAwayLeavesTheAllocationRunning) {
  AllocationRig rig;
  rig.start_at(Time());
  rig.gate.decide_again();
  EXPECT_EQ(rig.start_at(at_ms(200)), at_ms(500));
  rig.gate.decide_again();
  rig.scheduler.run_until(at_ms(500));
  EXPECT_EQ(rig.start_at(at_ms(2500)), at_ms(2500));  // held since 500
  rig.gate.decide_again();
  EXPECT_EQ(rig.start_at(at_ms(2501)), at_ms(3001));
}

// A live change between one channel for both directions and one for each.
TEST(AllocationGate, AChangeToASharedChannelKeepsTheAllocationOfEither) {
  RadioAllocation shared;
  AllocationRig one, other;
  one.start_at(Time());
  other.start_at(at_ms(300));  // until 800
  one.scheduler.run_until(at_ms(300));
  one.gate.share(&shared);
  other.gate.share(&shared);
  one.gate.decide_again();
  EXPECT_EQ(one.start_at(at_ms(400)), at_ms(800));
  EXPECT_EQ(one.start_at(at_ms(800) - kNs), at_ms(800));
  EXPECT_TRUE(one.allocated.empty());
  one.scheduler.run_until(at_ms(800));
  EXPECT_EQ(one.allocated, std::vector<Time>{at_ms(800)});
  EXPECT_EQ(one.recorder.events.size(), 2u);
  // Used by one, held for the other; then each has its own, both held since 1000 ms.
  one.gate.started(at_ms(1000));
  other.gate.decide_again();
  EXPECT_EQ(other.start_at(at_ms(3000)), at_ms(3000));
  one.gate.share(nullptr);
  other.gate.share(nullptr);
  other.gate.started(at_ms(3100));
  EXPECT_EQ(one.start_at(at_ms(3000)), at_ms(3000));
  one.gate.decide_again();
  EXPECT_EQ(one.start_at(at_ms(3001)), at_ms(3501));
  EXPECT_EQ(other.start_at(at_ms(5100)), at_ms(5100));
}

TEST(AllocationGate, WithoutAllocationNoEventIsEmittedAndTheDrawsAreTheSame) {
  const UniformValue length{0.1 * kSecond, 0.9 * kSecond};
  AllocationRig without;
  without.state.allocation_delay.reset();
  AllocationRig with(length, 0);
  for (int i = 0; i < 20; ++i) {
    const Time ready = at_ms(10'000 * i);
    EXPECT_EQ(without.start_at(ready), ready);
    without.gate.started(ready);
    const Time open = with.start_at(ready);
    EXPECT_GT(open, ready);
    with.start_at(open);
    with.gate.started(open);
  }
  EXPECT_TRUE(without.recorder.events.empty());
  without.state.allocation_delay = length;
  EXPECT_EQ(without.start_at(at_ms(900'000)), with.start_at(at_ms(900'000)));
}

// The published model of GPRS (model 4): 30/10 kbit/s, 100 ms each way, allocation
// U(0.16, 0.19) s down and U(0.5, 0.6) s up, hold times U(2, 5) s down and U(0.01, 0.4) s up. Round
// trips of 32-byte pings sent through the two gates.
std::vector<double> ping_times(Duration interval, int pings) {
  AllocationRig up(UniformValue{0.5 * kSecond, 0.6 * kSecond},
                   UniformValue{0.01 * kSecond, 0.4 * kSecond});
  AllocationRig down(UniformValue{0.16 * kSecond, 0.19 * kSecond},
                     UniformValue{2 * kSecond, 5 * kSecond});
  const Duration up_time = Duration::microseconds(32 * 8 * 100);              // 10 kbit/s
  const Duration down_time = Duration::nanoseconds(32 * 8 * 1'000'000 / 30);  // 30 kbit/s
  const Duration propagation = Duration::milliseconds(100);
  const auto through = [](AllocationRig& rig, Time& free, Time arrival, Duration transmission) {
    const Time open = rig.start_at(std::max(arrival, free));
    rig.start_at(open);
    free = open + transmission;
    rig.gate.started(free);
    return free;
  };
  std::vector<double> ms;
  Time up_free, down_free;
  for (int i = 0; i < pings; ++i) {
    const Time sent = Time() + interval * i;
    const Time there = through(up, up_free, sent, up_time) + propagation;
    const Time back = through(down, down_free, there, down_time) + propagation;
    ms.push_back((back - sent).in_milliseconds());
  }
  return ms;
}

// D8: two clusters, at 300 and 800 ms.
TEST(AllocationGate, PingsEveryHalfSecondFallIntoTwoClusters) {
  const auto all = ping_times(Duration::milliseconds(500), 400);
  const std::vector<double> times(all.begin() + 2, all.end());  // without the first allocations
  int low = 0, high = 0;
  for (const double t : times) {
    if (t > 230 && t < 400) ++low;
    if (t > 700 && t < 900) ++high;
  }
  EXPECT_EQ(low + high, static_cast<int>(times.size()));
  // Every second ping, except for a few that a long hold time lets through at once.
  EXPECT_NEAR(low, high, 12);
  EXPECT_GE(low, high);
}

// At intervals of 5 s the uplink's channel is always released and the downlink's nearly always:
// higher, less variable times.
TEST(AllocationGate, PingsEveryFiveSecondsAreHigherAndVaryLess) {
  const auto times = ping_times(Duration::seconds(5), 400);
  for (const double t : times) {
    EXPECT_GT(t, 730);
    EXPECT_LT(t, 1050);
  }
  const auto half_second = ping_times(Duration::milliseconds(500), 400);
  const auto spread = [](const std::vector<double>& v) {
    return *std::max_element(v.begin() + 2, v.end()) - *std::min_element(v.begin() + 2, v.end());
  };
  EXPECT_LT(spread(times), spread(half_second) / 2);
}

}  // namespace
}  // namespace seawind::test
