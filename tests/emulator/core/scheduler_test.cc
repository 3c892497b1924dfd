// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/core/scheduler.h"

#include <gtest/gtest.h>

#include <map>
#include <vector>

#include "emulator/core/random.h"

namespace seawind {
namespace {

constexpr Time at_ns(std::int64_t n) {
  return Time::from_ns(n);
}

struct Log {
  Scheduler scheduler;
  std::vector<int> ran;
  std::vector<std::int64_t> times;
  void note_at(std::int64_t when, int what) {
    scheduler.at(at_ns(when), [this, what] {
      ran.push_back(what);
      times.push_back(scheduler.now().ns());
    });
  }
};

TEST(Scheduler, RunsInOrderOfTimeAndTiesFirstInFirstOut) {
  Log log;
  log.note_at(20, 1);
  log.note_at(10, 2);
  log.note_at(20, 3);
  log.note_at(10, 4);
  log.scheduler.run_until(at_ns(20));
  EXPECT_EQ(log.ran, (std::vector{2, 4, 1, 3}));
}

TEST(Scheduler, RunsUpToAndIncludingUntilAndNotOneNanosecondMore) {
  Log log;
  log.note_at(10, 1);
  log.note_at(11, 2);
  log.scheduler.run_until(at_ns(9));
  EXPECT_TRUE(log.ran.empty());
  EXPECT_EQ(log.scheduler.now(), at_ns(9));
  EXPECT_EQ(log.scheduler.next_event(), at_ns(10));
  log.scheduler.run_until(at_ns(10));
  EXPECT_EQ(log.ran, std::vector{1});
  EXPECT_EQ(log.scheduler.pending(), 1u);
  log.scheduler.run_until(at_ns(1000));
  EXPECT_EQ(log.ran, (std::vector{1, 2}));
  EXPECT_EQ(log.scheduler.now(), at_ns(1000));
  EXPECT_EQ(log.scheduler.next_event(), Time::max());
}

TEST(Scheduler, RunsAtMostTheGivenNumberOfEvents) {
  Log log;
  for (int i = 1; i <= 4; ++i) log.note_at(10 * i, i);
  EXPECT_EQ(log.scheduler.run_until(at_ns(35), 2), 2u);
  EXPECT_EQ(log.ran, (std::vector{1, 2}));
  EXPECT_EQ(log.scheduler.now(), at_ns(20));
  EXPECT_EQ(log.scheduler.run_until(at_ns(35), 2), 1u);
  EXPECT_EQ(log.scheduler.now(), at_ns(35));
  EXPECT_EQ(log.scheduler.run_until(at_ns(40), 0), 0u);
  EXPECT_EQ(log.scheduler.now(), at_ns(35));
}

TEST(Scheduler, InsideAnEventNowIsTheEventsOwnTimeHoweverLateTheDriver) {
  Log log;
  log.note_at(10, 1);
  log.note_at(30, 2);
  log.scheduler.run_until(at_ns(1'000'000));
  EXPECT_EQ(log.times, (std::vector<std::int64_t>{10, 30}));
}

// A chain of events, each 7 ns after the previous one, driven in coarse steps, does not drift.
TEST(Scheduler, LatenessNeverAccumulates) {
  struct Chain {
    Scheduler scheduler;
    int left = 1000;
    void step() {
      if (--left > 0) scheduler.at(scheduler.now() + Duration::nanoseconds(7), [this] { step(); });
      last = scheduler.now();
    }
    Time last;
  } chain;
  chain.scheduler.at(at_ns(0), [&chain] { chain.step(); });
  for (std::int64_t t = 0; chain.left > 0; t += 1000) chain.scheduler.run_until(at_ns(t));
  EXPECT_EQ(chain.last, at_ns(7 * 999));
}

TEST(Scheduler, AnEventAtNowScheduledInsideAnEventRunsInTheSameRunAfterThoseAlreadyThere) {
  Log log;
  struct Both {
    Log& log;
    void operator()() const { log.note_at(10, 3); }
  };
  log.scheduler.at(at_ns(10), Both{log});
  log.note_at(10, 2);
  log.scheduler.run_until(at_ns(10));
  EXPECT_EQ(log.ran, (std::vector{2, 3}));
}

TEST(Scheduler, ManyRandomEventsComeOutSorted) {
  Log log;
  RandomStream random(1, "test");
  for (int i = 0; i < 10'000; ++i) log.note_at(static_cast<std::int64_t>(random.next() % 500), i);
  log.scheduler.run_until(at_ns(500));
  ASSERT_EQ(log.ran.size(), 10'000u);
  for (std::size_t i = 1; i < log.ran.size(); ++i) {
    ASSERT_LE(log.times[i - 1], log.times[i]);
    if (log.times[i - 1] == log.times[i]) {
      ASSERT_LT(log.ran[i - 1], log.ran[i]);
    }
  }
}

// Delays from nothing to years, scheduled while events run; the oracle is a sorted list.
TEST(Scheduler, EventsOfAnyDistanceRunInOrderAsFromASortedList) {
  struct Client {
    Scheduler scheduler;
    RandomStream random{2, "test"};
    std::multimap<std::int64_t, std::uint64_t> expected{};  // equal keys: in order of insertion
    std::uint64_t made = 0;
    std::size_t ran = 0;

    void schedule() {
      const auto bits = static_cast<unsigned>(random.next() % 56);
      const auto delay =
          static_cast<std::int64_t>(random.next() & ((std::uint64_t{1} << bits) - 1));
      const Time when = scheduler.now() + Duration::nanoseconds(delay);
      expected.emplace(when.ns(), made);
      scheduler.at(when, [this, number = made++] { run(number); });
    }
    void run(std::uint64_t number) {
      ++ran;
      EXPECT_EQ(expected.begin()->first, scheduler.now().ns());
      EXPECT_EQ(expected.begin()->second, number);
      expected.erase(expected.begin());
      EXPECT_EQ(scheduler.pending(), expected.size());
      for (std::uint64_t more = random.next() % 3; more > 0 && made < 200'000; --more) schedule();
    }
  } client;
  while (client.made < 200'000) {
    for (int i = 0; i < 100; ++i) client.schedule();
    for (int i = 0; i < 200 && !client.expected.empty(); ++i) {
      ASSERT_EQ(client.scheduler.next_event().ns(), client.expected.begin()->first);
      client.scheduler.run_until(client.scheduler.next_event());
    }
  }
  while (!client.expected.empty()) client.scheduler.run_until(client.scheduler.next_event());
  EXPECT_EQ(client.ran, client.made);
  EXPECT_EQ(client.scheduler.next_event(), Time::max());
}

}  // namespace
}  // namespace seawind
