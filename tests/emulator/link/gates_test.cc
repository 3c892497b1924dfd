// SPDX-License-Identifier: GPL-3.0-or-later
// Spikes and outages: exact edges, and dependence on the seed alone.
#include "emulator/link/gates.h"

#include <gtest/gtest.h>

#include "tests/emulator/link/link_units.h"
#include "tests/support/test_hop.h"

namespace seawind::test {
namespace {

struct GateRig : BlockListener {
  explicit GateRig(const std::vector<SpikeProcess>& spikes, const std::vector<Outage>& outages = {},
                   std::uint64_t seed = 1)
      : gates(spikes, outages, seed, scheduler, recorder, *this) {}

  void block_began(Direction direction, const Outage* outage) override {
    calls.push_back("closed " + who(direction) + (outage != nullptr ? " outage" : ""));
  }
  void block_ended(Direction direction) override { calls.push_back("opened " + who(direction)); }
  std::string who(Direction direction) const {
    return std::string(to_string(direction)) + " " +
           std::to_string(scheduler.now().ns() / 1'000'000);
  }
  /// Checks one nanosecond before, at and after the edge. The gates' own events of that instant may
  /// not have run.
  void expect_edge(Direction direction, std::int64_t ms, Time before, Time at) {
    scheduler.run_until(at_ms(ms) - kNs);
    EXPECT_EQ(gates.open_at(direction, scheduler.now()), before) << ms;
    EXPECT_EQ(gates.open_at(direction, at_ms(ms)), at) << ms;
    scheduler.run_until(at_ms(ms));
    EXPECT_EQ(gates.open_at(direction, scheduler.now()), at) << ms;
  }

  Scheduler scheduler;
  Recorder recorder;
  std::vector<std::string> calls;
  Gates gates;
};

using Calls = std::vector<std::string>;

TEST(Gates, WithoutProcessesEverythingIsOpenAndNothingHappens) {
  GateRig rig({});
  rig.scheduler.run_until(at_ms(1'000'000));
  EXPECT_EQ(rig.gates.open_at(kDown, at_ms(1'000'000)), at_ms(1'000'000));
  EXPECT_TRUE(rig.recorder.events.empty());
  EXPECT_EQ(rig.scheduler.pending(), 0u);
}

// The reader rejects a length that is always 0. Other distributions that draw only 0 terminate as
// well.
TEST(Gates, BlocksThatNeverLastAreNotLookedForWithoutEnd) {
  GateRig rig({{.interval = kSecond, .length = Duration()}});
  rig.scheduler.run_until(at_ms(1'000'000));
  EXPECT_TRUE(rig.recorder.events.empty());
  EXPECT_EQ(rig.scheduler.pending(), 0u);
}

// D6: 10 s free, 3 s blocked, both directions by the same event.
TEST(Gates, SpikesAlternateAndBlockBothDirections) {
  GateRig rig({{.interval = 10 * kSecond, .length = 3 * kSecond}});
  for (const Direction direction : {kDown, kUp}) {
    EXPECT_EQ(rig.gates.open_at(direction, Time()), Time());
  }
  rig.expect_edge(kDown, 10'000, at_ms(10'000) - kNs, at_ms(13'000));
  rig.expect_edge(kUp, 13'000, at_ms(13'000), at_ms(13'000));
  rig.expect_edge(kUp, 23'000, at_ms(23'000) - kNs, at_ms(26'000));
  EXPECT_EQ(rig.calls,
            (Calls{"closed downlink 10000", "closed uplink 10000", "opened downlink 13000",
                   "opened uplink 13000", "closed downlink 23000", "closed uplink 23000"}));
  const auto& events = rig.recorder.events;
  ASSERT_EQ(events.size(), 6u);
  EXPECT_EQ(events[1].kind, EventKind::kBlocked);
  EXPECT_EQ(events[1].direction, kUp);
  EXPECT_EQ(events[1].code, static_cast<std::uint8_t>(BlockReason::kSpike));
  EXPECT_EQ(events[2].kind, EventKind::kUnblocked);
  EXPECT_EQ(events[2].time, at_ms(13'000));
}

// D3: six seconds at t = 5 s, once.
TEST(Gates, AnOutageAtATimeComesOnce) {
  GateRig rig({}, {{.at = Duration::seconds(5),
                    .length = 6 * kSecond,
                    .affects = Affects::kUplink,
                    .persistency = {}}});
  rig.expect_edge(kUp, 5000, at_ms(5000) - kNs, at_ms(11'000));
  EXPECT_EQ(rig.gates.open_at(kDown, at_ms(5000)), at_ms(5000));
  rig.expect_edge(kUp, 11'000, at_ms(11'000), at_ms(11'000));
  rig.scheduler.run_until(at_ms(1'000'000));
  EXPECT_EQ(rig.calls, (Calls{"closed uplink 5000 outage", "opened uplink 11000"}));
  EXPECT_EQ(rig.scheduler.pending(), 0u);
}

TEST(Gates, AnOutageWithAnIntervalComesAgainFromItsEnd) {
  GateRig at({}, {{.at = Duration::seconds(1),
                   .interval = 5 * kSecond,
                   .length = 2 * kSecond,
                   .affects = Affects::kDownlink,
                   .persistency = {}}});
  at.scheduler.run_until(at_ms(9000));
  EXPECT_EQ(at.calls, (Calls{"closed downlink 1000 outage", "opened downlink 3000",
                             "closed downlink 8000 outage"}));
  GateRig later({}, {{.interval = 5 * kSecond,
                      .length = 2 * kSecond,
                      .affects = Affects::kUplink,
                      .persistency = {}}});
  later.scheduler.run_until(at_ms(6000));
  EXPECT_EQ(later.calls, (Calls{"closed uplink 5000 outage"}));
  GateRig at_once({}, {{.length = 2 * kSecond, .affects = Affects::kUplink, .persistency = {}}});
  at_once.expect_edge(kUp, 2000, at_ms(2000), at_ms(2000));
  EXPECT_EQ(at_once.calls, (Calls{"closed uplink 0 outage", "opened uplink 2000"}));
}

TEST(Gates, OverlappingBlocksAreOpenWhenTheLastHasEnded) {
  GateRig rig({{.interval = 4 * kSecond, .length = 4 * kSecond}},
              {{.at = Duration::seconds(5), .length = 10 * kSecond, .persistency = {}},
               {.at = Duration::seconds(6), .length = 1 * kSecond, .persistency = {}}});
  rig.expect_edge(kDown, 4000, at_ms(4000) - kNs, at_ms(8000));
  rig.expect_edge(kDown, 5000, at_ms(8000), at_ms(15'000));
  rig.expect_edge(kDown, 7000, at_ms(15'000), at_ms(15'000));
  rig.expect_edge(kDown, 15'000, at_ms(16'000), at_ms(16'000));  // the second spike: 12 to 16
  rig.expect_edge(kDown, 16'000, at_ms(16'000), at_ms(16'000));
}

TEST(Gates, EachDiscardingOutageCountsFromItsOwnBeginning) {
  GateRig rig({}, {{.at = Duration::seconds(1),
                    .length = 9 * kSecond,
                    .affects = Affects::kUplink,
                    .discard = true,
                    .persistency = Duration::milliseconds(500)},
                   {.at = Duration::seconds(2),
                    .length = 2 * kSecond,
                    .discard = true,
                    .persistency = Duration::milliseconds(100)},
                   {.at = Duration::seconds(1), .length = 9 * kSecond, .persistency = {}}});
  EXPECT_EQ(rig.gates.lost_at(kUp, Time(), Time()), Time::max());
  rig.scheduler.run_until(at_ms(1000));
  EXPECT_EQ(rig.gates.lost_at(kUp, at_ms(900), at_ms(1000)), at_ms(1500));
  EXPECT_EQ(rig.gates.lost_at(kDown, at_ms(900), at_ms(1000)), Time::max());
  rig.scheduler.run_until(at_ms(2000));
  EXPECT_EQ(rig.gates.lost_at(kUp, at_ms(1550), at_ms(2000)), at_ms(2050));
  EXPECT_EQ(rig.gates.lost_at(kUp, at_ms(1700), at_ms(2000)), at_ms(2100));
  EXPECT_EQ(rig.gates.lost_at(kDown, at_ms(1550), at_ms(2000)), at_ms(2100));
  rig.scheduler.run_until(at_ms(10'000));
  EXPECT_EQ(rig.gates.lost_at(kUp, at_ms(9900), at_ms(10'000)), Time::max());
}

std::vector<std::int64_t> blocks(const GateRig& rig, Direction direction) {
  std::vector<std::int64_t> times;
  for (const LinkEvent& e : rig.recorder.events) {
    if (e.direction == direction) times.push_back(e.time.ns());
  }
  return times;
}

// D6: U(20, 40) s free, U(3, 15) s blocked. 300 hours: some 27 000 spikes, five standard errors.
TEST(Gates, DrawnSpikesHaveTheirMeansAndComeFromTheSeedAlone) {
  const SpikeProcess spike{.interval = UniformValue{20 * kSecond, 40 * kSecond},
                           .length = UniformValue{3 * kSecond, 15 * kSecond}};
  GateRig rig({spike});
  rig.scheduler.run_until(at_ms(300LL * 3'600'000 / kShortened));
  const auto times = blocks(rig, kDown);
  EXPECT_EQ(times, blocks(rig, kUp));
  double free = 0, blocked = 0;
  for (std::size_t i = 2; i + 1 < times.size(); i += 2) {
    free += static_cast<double>(times[i] - times[i - 1]);
    blocked += static_cast<double>(times[i + 1] - times[i]);
  }
  const std::size_t pairs = times.size() / 2;
  const double spikes = static_cast<double>(pairs) - 1;
  EXPECT_NEAR(free / spikes / kSecond, 30, 0.2 * kWidened);
  EXPECT_NEAR(blocked / spikes / kSecond, 9, 0.12 * kWidened);

  // Another process and another distribution of length do not affect the free times.
  SpikeProcess fixed = spike;
  fixed.length = 1 * kSecond;
  GateRig other(
      {fixed, {.interval = 5 * kSecond, .length = 1 * kSecond, .affects = Affects::kUplink}});
  other.scheduler.run_until(at_ms(3'600'000));
  const auto others = blocks(other, kDown);
  ASSERT_GT(others.size(), 20u);
  EXPECT_EQ(others[0], times[0]);
  for (std::size_t i = 2; i < 20; i += 2) {
    EXPECT_EQ(others[i] - others[i - 1], times[i] - times[i - 1]);
  }
  EXPECT_NE(blocks(GateRig({spike}, {}, 2), kDown), times);
}

TEST(Gates, BlocksOfNoLengthAreNone) {
  const auto lengths =
      std::make_shared<const std::vector<double>>(std::vector<double>{0, kSecond, 0});
  GateRig rig(
      {{.interval = 10 * kSecond, .length = ListValue{lengths}, .affects = Affects::kUplink}});
  rig.scheduler.run_until(at_ms(50'000));
  EXPECT_EQ(rig.calls, (Calls{"closed uplink 20000", "opened uplink 21000"}));
}

TEST(Gates, ALiveChangeLeavesEqualEntriesAloneAndEndsTheOthers) {
  const SpikeProcess spike{
      .interval = 10 * kSecond, .length = 4 * kSecond, .affects = Affects::kDownlink};
  const Outage long_one{.at = Duration::seconds(5),
                        .length = 100 * kSecond,
                        .affects = Affects::kUplink,
                        .persistency = {}};
  GateRig rig({spike}, {long_one});
  rig.scheduler.run_until(at_ms(12'000));
  rig.calls.clear();
  rig.gates.reconfigure({spike}, {long_one});
  rig.scheduler.run_until(at_ms(12'500));
  EXPECT_TRUE(rig.calls.empty());
  EXPECT_EQ(rig.gates.open_at(kDown, at_ms(12'500)), at_ms(14'000));
  // The outage is removed; another begins at once; the spike continues.
  rig.gates.reconfigure({spike}, {});
  EXPECT_EQ(rig.gates.open_at(kUp, at_ms(12'500)), at_ms(12'500));
  rig.scheduler.run_until(at_ms(13'000));
  EXPECT_EQ(rig.calls, (Calls{"opened downlink 12500", "opened uplink 12500"}));
  rig.calls.clear();
  rig.gates.reconfigure({spike},
                        {{.length = 2 * kSecond, .affects = Affects::kUplink, .persistency = {}}});
  rig.scheduler.run_until(at_ms(24'000));
  EXPECT_EQ(rig.calls, (Calls{"closed uplink 13000 outage", "opened downlink 14000",
                              "opened uplink 15000", "closed downlink 24000"}));
  // An outage in the past stays past.
  rig.calls.clear();
  rig.gates.reconfigure({},
                        {{.at = Duration::seconds(20), .length = 9 * kSecond, .persistency = {}}});
  rig.scheduler.run_until(at_ms(100'000));
  EXPECT_EQ(rig.calls, (Calls{"opened downlink 24000", "opened uplink 24000"}));
  // Every block that began has ended.
  for (const Direction direction : {kDown, kUp}) {
    EXPECT_EQ(rig.recorder.count(direction, EventKind::kBlocked).packets,
              rig.recorder.count(direction, EventKind::kUnblocked).packets);
  }
}

TEST(Gates, AnEqualEntryContinuesWhereverItIsInTheList) {
  const Outage running{.at = Duration::seconds(1), .length = 2 * kSecond, .persistency = {}};
  const Outage later{.at = Duration::seconds(100), .length = 1 * kSecond, .persistency = {}};
  GateRig rig({}, {running});
  rig.scheduler.run_until(at_ms(2'000));
  rig.calls.clear();
  rig.gates.reconfigure({}, {later, running});
  EXPECT_EQ(rig.gates.open_at(kDown, at_ms(2'000)), at_ms(3'000));
  rig.scheduler.run_until(at_ms(2'500));
  rig.gates.reconfigure({}, {running});
  rig.scheduler.run_until(at_ms(2'600));
  EXPECT_TRUE(rig.calls.empty());
  rig.gates.reconfigure({}, {later, running, running});  // the second one is past
  rig.scheduler.run_until(at_ms(200'000));
  EXPECT_EQ(rig.calls, (Calls{"opened downlink 3000", "opened uplink 3000",
                              "closed downlink 100000 outage", "closed uplink 100000 outage",
                              "opened downlink 101000", "opened uplink 101000"}));
}

}  // namespace
}  // namespace seawind::test
