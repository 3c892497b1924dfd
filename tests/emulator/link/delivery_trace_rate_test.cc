// SPDX-License-Identifier: GPL-3.0-or-later
// Delivery traces: exact times, and comparison with an independent account by mahimahi's rules.
#include <gtest/gtest.h>

#include <deque>
#include <random>

#include "tests/emulator/link/rate_rig.h"

namespace seawind::test {
namespace {

DirectionConfig traced(std::vector<std::int64_t> at_ms, std::int64_t opportunity = 1504) {
  DirectionConfig config = plain_direction(1, {});
  config.rate_source =
      std::make_shared<const DeliveryTrace>(DeliveryTrace{std::move(at_ms), opportunity});
  return config;
}

std::vector<std::int64_t> ms_of(const std::vector<Time>& times, Time begin) {
  std::vector<std::int64_t> ms;
  for (const Time t : times) ms.push_back((t - begin).ns() / 1'000'000);
  return ms;
}

TEST(DeliveryTraceRate, SmallFramesShareAnOpportunityLargeOnesTakeSeveral) {
  RateRig rig(traced({10, 20, 20, 50}));
  const Time begin = at_ms(777);  // the trace starts with the first packet
  for (const std::int64_t bytes : {500, 500, 504, 1505, 1503, 3000}) rig.offer(begin, bytes);
  rig.scheduler.run_until(begin + Duration::seconds(1));
  // 10: 500 + 500 + 504. 20: 1504 of 1505. 20: 1 + 1503. 50: 1504 of 3000. 60: 1496.
  EXPECT_EQ(ms_of(rig.ends, begin), (std::vector<std::int64_t>{10, 10, 10, 20, 20, 60}));
}

TEST(DeliveryTraceRate, UnusedOpportunitiesAreLost) {
  RateRig rig(traced({10, 20}));
  rig.offer(at_ms(0), 100);
  rig.offer(at_ms(10), 100);  // at the instant of the opportunity: too late
  rig.offer(at_ms(20) - Duration::nanoseconds(1), 100);  // in time
  rig.scheduler.run_until(at_ms(100));
  EXPECT_EQ(ms_of(rig.ends, Time()), (std::vector<std::int64_t>{10, 20, 20}));
}

TEST(DeliveryTraceRate, ZeroAtTheHeadComesRightAfterTheLastEntry) {
  RateRig rig(traced({0, 10}, 100));
  for (int i = 0; i < 5; ++i) rig.offer(at_ms(0), 100);
  rig.scheduler.run_until(at_ms(100));
  // The first 0 is at the instant of the arrival: too early. Then 10, 10 (the 0 of the next
  // repetition), 20, 20, 30.
  EXPECT_EQ(ms_of(rig.ends, Time()), (std::vector<std::int64_t>{10, 10, 20, 20, 30}));
}

TEST(DeliveryTraceRate, RunsWithoutTraffic) {
  RateRig rig(traced({3, 7}));
  rig.offer(at_ms(0), 100);
  rig.offer(at_ms(7'000'000), 100);
  rig.offer(at_ms(7'000'001), 100);
  rig.scheduler.run_until(at_ms(8'000'000));
  EXPECT_EQ(ms_of(rig.ends, Time()), (std::vector<std::int64_t>{3, 7'000'003, 7'000'003}));
  EXPECT_EQ(rig.rate.rate(), 2 * 1504 * 8 * 1000 / 7);
}

struct Frame {
  Time arrived;
  std::int64_t bytes;
};

// mahimahi's link queue, written from its rules: at each opportunity, while bytes are left, a
// packet is dequeued and sent as far as they go. Packets are enqueued after the opportunities of
// their millisecond.
std::vector<std::int64_t> mahimahi(const std::vector<std::int64_t>& schedule, std::int64_t packet,
                                   const std::vector<Frame>& frames, Time begin) {
  std::vector<std::int64_t> done;
  std::deque<std::int64_t> queue;
  std::size_t arrived = 0, next = 0;
  std::int64_t base = 0, in_transit = 0;
  while (done.size() < frames.size()) {
    const std::int64_t now = base + schedule[next];
    while (arrived < frames.size() && (frames[arrived].arrived - begin).ns() / 1'000'000 < now) {
      queue.push_back(frames[arrived++].bytes);
    }
    std::int64_t left = packet;
    if (++next == schedule.size()) {
      next = 0;
      base += schedule.back();
    }
    while (left > 0) {
      if (in_transit == 0) {
        if (queue.empty()) break;
        in_transit = queue.front();
        queue.pop_front();
      }
      const std::int64_t sent = std::min(left, in_transit);
      left -= sent;
      in_transit -= sent;
      if (in_transit == 0) done.push_back(now);
    }
  }
  return done;
}

TEST(DeliveryTraceRate, DeliversAtTheMillisecondsOfMahimahi) {
  std::mt19937_64 random(8);
  const auto below = [&](std::int64_t n) {
    return static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(n));
  };
  for (int round = 0; round < 300; ++round) {
    std::vector<std::int64_t> schedule{below(5)};
    for (std::int64_t n = below(40); n > 0; --n) {
      schedule.push_back(schedule.back() + (below(3) == 0 ? below(60) : below(2)));
    }
    if (schedule.back() == 0) schedule.back() = 7;
    const std::int64_t opportunity = round % 2 == 0 ? 1504 : 1500;
    const Time begin = at_ms(below(1000)) + Duration::nanoseconds(below(1'000'000));
    std::vector<Frame> frames;
    Time arrival = begin;
    for (int i = 0; i < 100; ++i) {
      const std::int64_t size = below(3) == 0 ? 40 + below(100) : 40 + below(1465);
      frames.push_back({arrival, size});
      const std::int64_t gap = below(4);
      if (gap == 1) arrival += Duration::milliseconds(below(30));  // on the millisecond
      if (gap == 2) arrival += Duration::nanoseconds(below(20'000'000));
      if (gap == 3 && below(10) == 0) arrival += Duration::seconds(below(100));
    }
    RateRig rig(traced(schedule, opportunity));
    for (const Frame& frame : frames) rig.offer(frame.arrived, frame.bytes);
    while (rig.ends.size() < frames.size()) rig.scheduler.run_until(rig.scheduler.next_event());
    ASSERT_EQ(ms_of(rig.ends, begin), mahimahi(schedule, opportunity, frames, begin)) << round;
  }
}

}  // namespace
}  // namespace seawind::test
