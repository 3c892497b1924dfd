// SPDX-License-Identifier: GPL-3.0-or-later
// Turns with fake ports and a fake clock.
#include "emulator/daemon/relay.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cstring>

#include "tests/emulator/daemon/relay_bed.h"
#include "tests/support/tail_drop_router.h"

namespace seawind {
namespace {

using test::us;

using test::FakeClock;
using test::FakePort;
using Bed = test::RelayBed;

/// 8 Mbit/s: 1 us per byte.
HopConfig config(Duration delay) {
  HopConfig hop;
  for (DirectionConfig* direction : {&hop.downlink, &hop.uplink}) {
    StateParameters state;
    state.rate = 8'000'000;
    state.propagation_delay = delay;
    state.error_delay = FixedValue{0};
    direction->states.push_back(state);
  }
  return hop;
}

class RelayTest : public testing::Test {
 protected:
  Bed make(const HopConfig& hop, const EventLogTarget& log = {}, const PauseEvidence& pauses = {}) {
    return {hop, relay_, clock_, log, pauses};
  }
  void arrive(FakePort& port, Time at, std::size_t ip_bytes) {
    port.waiting.push_back({test::ip_frame(ip_bytes), clock_.stamp(at)});
  }
  void turn(const std::vector<ReadyPort>& ready = {}) { relay_.turn(ready, true); }
  LinkSnapshot remove(Bed& bed) {
    LinkSnapshot last = relay_.snapshot(*bed.link);
    relay_.remove(*bed.link);
    return last;
  }

  FakeClock clock_;
  Relay relay_{clock_};
};

TEST_F(RelayTest, SchedulesFromTheKernelsStampAndNotFromTheTurn) {
  Bed bed = make(config(us(1'000)));
  const Time start = clock_.now;
  EXPECT_EQ(relay_.next_event(), Time::max());
  arrive(*bed.fixed, start + us(500), 100);
  clock_.now = start + us(540);  // woken 40 us late
  turn({{bed.link.get(), Direction::kDownlink}});
  EXPECT_EQ(relay_.next_event(), start + us(600));  // end of transmission
  clock_.now = start + us(600);
  turn();
  EXPECT_EQ(relay_.next_event(), start + us(1'600));
  clock_.now = start + us(1'600) - Duration::nanoseconds(1);
  turn();
  EXPECT_TRUE(bed.mobile->sent.empty());
  clock_.now = start + us(1'600);
  turn();
  ASSERT_EQ(bed.mobile->sent.size(), 1U);
  EXPECT_EQ(bed.mobile->sent[0].frame_bytes, 114U);
  const LinkSnapshot last = remove(bed);
  EXPECT_EQ(last.lateness.all.total(), 1U);
  EXPECT_EQ(last.lateness.all.max(), 0);
  EXPECT_EQ(last.arrival_lag_max, us(40));
  EXPECT_EQ(last.clamped_stamps, 0U);
}

// Of three packets that arrive together the second waits for the first (100 us), the third for
// both.
TEST_F(RelayTest, CountsTheWaitBeforeTheFirstTransmission) {
  Bed bed = make(config(us(1'000)));
  const Time start = clock_.now;
  for (int i = 0; i < 3; ++i) arrive(*bed.fixed, start + us(500), 100);
  clock_.now = start + us(500);
  turn({{bed.link.get(), Direction::kDownlink}});
  clock_.now = start + us(3'000);
  turn();
  const Histogram queueing = remove(bed).directions[0].tally.queueing;
  EXPECT_EQ(queueing.total(), 3U);
  EXPECT_EQ(queueing.max(), us(200).ns());
  EXPECT_GE(queueing.quantile(0.5), us(100).ns());
  EXPECT_LE(queueing.quantile(0.5), us(100).ns() * 17 / 16);
  EXPECT_EQ(queueing.quantile(0), 0);
}

struct LateRelease {
  const char* name;
  int late;      // us, of a release that is due at 1600 us
  int began;     // us, where a thread above the relay had to run
  int ended;     // us, where it ran
  bool machine;  // which of the two the pause belongs to
  bool explained;
};

class LateReleases : public RelayTest, public testing::WithParamInterface<LateRelease> {};

// A pause of which the thread was delayed from `began` to `ended` may have begun as much earlier.
TEST_P(LateReleases, AreExplainedByAPauseOfHalfTheirLateness) {
  const LateRelease& one = GetParam();
  Pauses machine;
  Pauses waiting;
  Bed bed = make(config(us(1'000)), {}, {&machine, &waiting});
  const Time start = clock_.now;
  arrive(*bed.fixed, start + us(500), 100);
  clock_.now = start + us(500);
  turn({{bed.link.get(), Direction::kDownlink}});
  (one.machine ? machine : waiting)
      .ran(start + us(one.began), start + us(one.began), start + us(one.ended));
  clock_.now = start + us(1'600 + one.late);
  turn();
  const Lateness late = remove(bed).lateness;
  ASSERT_EQ(late.all.total(), 1U);
  EXPECT_EQ(late.all.max(), us(one.late).ns());
  EXPECT_EQ(late.machine.total(), one.explained ? 1U : 0U);
  EXPECT_EQ(late.relay_max, one.explained ? 0 : us(one.late).ns());
  EXPECT_EQ(late.late_machine, one.explained && one.late >= 1'000 ? 1U : 0U);
  EXPECT_EQ(late.late_relay, !one.explained && one.late >= 1'000 ? 1U : 0U);
}

INSTANTIATE_TEST_SUITE_P(
    Edges, LateReleases,
    testing::Values(LateRelease{"WholeLateness", 3'000, 1'600, 4'600, true, true},
                    LateRelease{"OfTheRelayItself", 3'000, 1'600, 4'600, false, true},
                    LateRelease{"ExactlyHalf", 3'000, 1'600, 3'100, true, true},
                    LateRelease{"LessThanHalf", 3'000, 1'600, 3'099, true, false},
                    LateRelease{"EndsAtTheDueInstant", 3'000, 600, 1'600, true, false},
                    LateRelease{"HalfAfterTheDueInstant", 2'000, 600, 2'600, true, true},
                    LateRelease{"EndsAfterTheRelease", 2'000, 2'600, 9'000, true, true},
                    LateRelease{"BeginsAtTheRelease", 2'000, 3'600, 9'000, true, false},
                    LateRelease{"TooShortToBeAPause", 400, 1'600, 1'849, true, false},
                    LateRelease{"ShortestPause", 400, 1'600, 1'850, true, true},
                    LateRelease{"NotLate", 249, 1'600, 9'000, true, false},
                    LateRelease{"JustBelowOneMillisecond", 999, 1'600, 9'000, true, true},
                    LateRelease{"OneMillisecond", 1'000, 1'600, 9'000, true, true}),
    [](const auto& one) { return std::string(one.param.name); });

TEST_F(RelayTest, WithoutAMeasurementOfPausesNothingIsExplained) {
  Bed bed = make(config(us(1'000)));
  arrive(*bed.fixed, clock_.now + us(500), 100);
  clock_.now = clock_.now + us(9'000);
  turn({{bed.link.get(), Direction::kDownlink}});
  const Lateness late = remove(bed).lateness;
  EXPECT_EQ(late.late_relay, 1U);
  EXPECT_EQ(late.relay_max, us(9'000 - 1'600).ns());
}

TEST_F(RelayTest, EventsDueBeforeAnArrivalRunBeforeIt) {
  HopConfig hop = config(Duration());
  hop.downlink.max_packet_size = 2048;
  hop.downlink.send_buffer.packets = 1;
  hop.downlink.router = tail_drop_router(BufferLimit{{}, 1});
  hop.downlink.input.limit.packets = 1;
  Bed bed = make(hop);
  const Time start = clock_.now;
  // The buffers hold one packet at a time: if the first transmission (100 us) did not end before
  // the later packets arrive, these would accumulate and the last be dropped.
  for (int i = 0; i < 20; ++i) arrive(*bed.fixed, start + us(100) * i, 100);
  clock_.now = start + us(5'000);  // processes all packets in one late turn
  turn({{bed.link.get(), Direction::kDownlink}});
  const LinkSnapshot last = remove(bed);
  EXPECT_EQ(last.directions[0].tally.delivered.packets, 20U);
  EXPECT_EQ(last.lateness.all.total(), 20U);
  EXPECT_EQ(last.lateness.all.max(), us(5'000 - 100).ns());
}

TEST_F(RelayTest, ALinkThatDoesTooMuchHoldsUpNeitherTheOthersNorTheTurn) {
  HopConfig busy = config(us(10));
  busy.channel.states = {{"a", us(1)}, {"b", us(1)}};  // a million events a second
  busy.downlink.states.push_back(busy.downlink.states[0]);
  busy.uplink.states.push_back(busy.uplink.states[0]);
  Bed behind = make(busy);
  Bed other = make(config(us(10)));
  const Time start = clock_.now;
  arrive(*behind.fixed, start + us(900'000), 100);
  arrive(*other.fixed, start + us(999'000), 100);
  clock_.now = start + us(1'000'000);
  turn({{behind.link.get(), Direction::kDownlink}, {other.link.get(), Direction::kDownlink}});
  EXPECT_EQ(other.mobile->sent.size(), 1U);
  EXPECT_TRUE(behind.mobile->sent.empty());
  EXPECT_EQ(relay_.next_event(), clock_.now + Duration::nanoseconds(1));  // the next turn, at once

  arrive(*behind.fixed, start + us(950'000), 100);
  turn({{behind.link.get(), Direction::kDownlink}});
  EXPECT_EQ(behind.fixed->waiting.size(), 1U) << "what a link cannot take yet waits in its port";
  for (std::uint64_t ran = 0; ran < 1'000'000; ran += RelayLink::kStepsATurn) {
    turn({{behind.link.get(), Direction::kDownlink}});
  }
  EXPECT_TRUE(behind.fixed->waiting.empty());
  clock_.now = start + us(1'000'200);  // the second one entered when it was read
  turn();
  EXPECT_EQ(behind.mobile->sent.size(), 2U);
  EXPECT_EQ(remove(behind).directions[0].tally.delivered.packets, 2U);
  remove(other);
}

TEST_F(RelayTest, BothDirectionsEnterInStampOrder) {
  EventRing ring(1 << 16);
  Bed bed = make(config(us(10)), {&ring, 0, 0});
  const Time start = clock_.now;
  for (const int at : {10, 30, 50}) arrive(*bed.fixed, start + us(at), 40);
  for (const int at : {20, 30, 40}) arrive(*bed.mobile, start + us(at), 40);
  clock_.now = start + us(60);
  turn({{bed.link.get(), Direction::kUplink}, {bed.link.get(), Direction::kDownlink}});
  std::vector<std::pair<std::int64_t, Direction>> arrivals;
  std::int64_t previous = 0;
  ring.drain([&](std::uint32_t, std::span<const std::byte> record) {
    EventRecord event;
    std::memcpy(&event, record.data(), sizeof event);
    EXPECT_GE(event.time_ns, previous);
    previous = event.time_ns;
    if (event.kind == EventKind::kArrival) arrivals.emplace_back(event.time_ns, event.direction);
  });
  constexpr Direction kDown = Direction::kDownlink;
  constexpr Direction kUp = Direction::kUplink;
  using testing::Pair;
  EXPECT_THAT(arrivals,
              testing::ElementsAre(Pair(10'000, kDown), Pair(20'000, kUp), Pair(30'000, kDown),
                                   Pair(30'000, kUp), Pair(40'000, kUp), Pair(50'000, kDown)));
  remove(bed);
}

TEST_F(RelayTest, AStampBeforeWhatHappenedAlreadyIsMovedToNow) {
  Bed bed = make(config(us(10)));
  const Time start = clock_.now;
  clock_.now = start + us(1'000);
  relay_.snapshot(*bed.link);  // advances the link to 1000 us
  arrive(*bed.fixed, start + us(900), 100);
  clock_.now = start + us(1'050);
  turn({{bed.link.get(), Direction::kDownlink}});
  EXPECT_EQ(relay_.next_event(), start + us(1'100));
  remove(bed);
}

// The wait ended with a frame of the uplink alone, and the thread was stopped before its turn.
TEST_F(RelayTest, AFrameOfTheOtherPortInAPauseBeforeTheTurnIsLate) {
  Bed bed = make(config(Duration::milliseconds(600)));
  const Time start = clock_.now;
  arrive(*bed.mobile, start + Duration::milliseconds(10), 100);
  arrive(*bed.fixed, start + Duration::milliseconds(20), 100);
  clock_.now = start + Duration::milliseconds(100);
  turn({{bed.link.get(), Direction::kUplink}});
  turn({{bed.link.get(), Direction::kDownlink}});
  EXPECT_EQ(relay_.snapshot(*bed.link).lateness.all.max(), 80'000'000);
  remove(bed);
}

TEST_F(RelayTest, AWallClockStepIsClampedAndCounted) {
  Bed bed = make(config(us(10)));
  const Time start = clock_.now;
  for (int i = 1; i <= 10; ++i) {  // turns without packets
    clock_.now = start + Duration::milliseconds(10) * i;
    turn();
  }
  arrive(*bed.fixed, clock_.now, 100);
  clock_.offset += Duration::seconds(60);
  clock_.now += us(5);
  turn({{bed.link.get(), Direction::kDownlink}});
  LinkSnapshot last = relay_.snapshot(*bed.link);
  EXPECT_EQ(last.clamped_stamps, 1U);
  // At most back to the turn before last, and the time a frame may spend in the kernel.
  EXPECT_LE(last.arrival_lag_max, Duration::milliseconds(26));
  clock_.now += us(10);
  arrive(*bed.fixed, clock_.now, 100);
  turn({{bed.link.get(), Direction::kDownlink}});
  EXPECT_EQ(remove(bed).clamped_stamps, 1U);
}

TEST_F(RelayTest, FramesThatAreNotIpPassAtOnceAndAreCounted) {
  Bed bed = make(config(Duration::seconds(10)));
  bed.fixed->waiting.push_back({test::arp_frame(), clock_.stamp(clock_.now)});
  turn({{bed.link.get(), Direction::kDownlink}});
  ASSERT_EQ(bed.mobile->sent.size(), 1U);
  EXPECT_EQ(bed.mobile->sent[0].frame_bytes, 60U);
  const LinkSnapshot last = remove(bed);
  EXPECT_EQ(last.bypassed_frames, 1U);
  EXPECT_EQ(last.lateness.all.total(), 0U);
  EXPECT_EQ(last.directions[0].tally.arrived.packets, 0U);
}

// A label stack of MPLS begins as an IPv4 packet of 320 bytes would.
TEST_F(RelayTest, AFrameThatIsNotIpPassesWhole) {
  Bed bed = make(config(us(10)));
  std::vector<std::uint8_t> frame(1514);
  const std::uint8_t head[] = {0x88, 0x47, 0x45, 0x40, 0x01, 0x40};
  std::ranges::copy(head, frame.begin() + 12);
  bed.fixed->waiting.push_back({frame, clock_.stamp(clock_.now)});
  turn({{bed.link.get(), Direction::kDownlink}});
  ASSERT_EQ(bed.mobile->sent.size(), 1U);
  EXPECT_EQ(bed.mobile->sent[0].frame_bytes, 1514U);
  remove(bed);
}

TEST_F(RelayTest, ManyFramesThatAreNotIpHoldNothingBack) {
  Bed bed = make(config(us(100)));
  const Time start = clock_.now;
  arrive(*bed.mobile, start, 100);
  turn({{bed.link.get(), Direction::kUplink}});
  clock_.now = start + us(10'000);
  for (int i = 0; i < 200; ++i)
    bed.fixed->waiting.push_back({test::arp_frame(), clock_.stamp(clock_.now)});
  turn({{bed.link.get(), Direction::kDownlink}});
  EXPECT_EQ(bed.fixed->sent.size(), 1U);
  remove(bed);
}

TEST_F(RelayTest, IgnoresFramesReceivedBeforeTheStart) {
  Bed bed = make(config(us(10)));
  arrive(*bed.fixed, clock_.now - us(1), 100);
  turn({{bed.link.get(), Direction::kDownlink}});
  EXPECT_EQ(remove(bed).directions[0].tally.arrived.packets, 0U);
}

TEST_F(RelayTest, IgnoresFramesOfALongOpeningOfThePorts) {
  Bed bed = make(config(us(10)));
  arrive(*bed.fixed, clock_.now - Duration::seconds(1), 100);
  turn({{bed.link.get(), Direction::kDownlink}});
  const LinkSnapshot last = remove(bed);
  EXPECT_EQ(last.directions[0].tally.arrived.packets, 0U);
  EXPECT_EQ(last.clamped_stamps, 0U);
}

// The last turn was before the link existed, so that a stamp of before the step seems older than
// the link.
TEST_F(RelayTest, AStepOfTheWallClockDropsNoFrameOfANewLink) {
  Bed bed = make(config(us(10)));
  clock_.now += us(5'000);
  arrive(*bed.fixed, clock_.now, 100);
  clock_.offset += Duration::seconds(3'600);
  clock_.now += us(5);
  turn({{bed.link.get(), Direction::kDownlink}});
  const LinkSnapshot last = remove(bed);
  EXPECT_EQ(last.directions[0].tally.arrived.packets, 1U);
  EXPECT_EQ(last.clamped_stamps, 1U);
}

TEST_F(RelayTest, FramesLeftBehindByALimitKeepTheirStamps) {
  Bed bed = make(config(us(10)));
  const Time start = clock_.now;
  for (int i = 0; i < 100; ++i) arrive(*bed.fixed, start + us(i), 28);
  clock_.now = start + Duration::milliseconds(50);
  turn({{bed.link.get(), Direction::kDownlink}});
  EXPECT_EQ(bed.fixed->waiting.size(), 36U);
  EXPECT_LE(relay_.next_event(), clock_.now + us(1));  // the next turn comes at once
  clock_.now = start + Duration::milliseconds(51);
  turn({});  // whether the port is reported or not
  EXPECT_EQ(bed.fixed->waiting.size(), 0U);
  const LinkSnapshot last = remove(bed);
  EXPECT_EQ(last.directions[0].tally.arrived.packets, 100U);
  EXPECT_EQ(last.clamped_stamps, 0U);
  // 10 us each from its own stamp to its intended release, and all the rest is the relay's
  // lateness.
  EXPECT_EQ(last.lateness.late_relay, 100U);
}

// A frame of the other port that came later waits for them.
TEST_F(RelayTest, FramesLeftBehindKeepTheirStampsBesideTheOtherPort) {
  Bed bed = make(config(us(10)));
  const Time start = clock_.now;
  for (int i = 0; i < 100; ++i) arrive(*bed.fixed, start + us(100 * i), 28);
  arrive(*bed.mobile, start + us(8'050), 28);
  arrive(*bed.mobile, start + us(9'850), 28);
  clock_.now = start + Duration::milliseconds(50);
  turn({{bed.link.get(), Direction::kDownlink}, {bed.link.get(), Direction::kUplink}});
  EXPECT_EQ(bed.fixed->waiting.size(), 36U);
  EXPECT_LE(relay_.next_event(), clock_.now + us(1));
  clock_.now = start + Duration::milliseconds(51);
  turn({});
  turn({});
  const LinkSnapshot last = remove(bed);
  EXPECT_EQ(last.directions[0].tally.arrived.packets, 100U);
  EXPECT_EQ(last.directions[1].tally.arrived.packets, 2U);
  // Each at its own stamp, no two of them meet.
  EXPECT_EQ(last.directions[0].tally.queueing.max(), 0);
  EXPECT_EQ(last.directions[1].tally.delivered.packets, 2U);
}

TEST_F(RelayTest, AFullRingCostsEventsAndNothingElse) {
  EventRing ring(4096);
  Bed bed = make(config(us(10)), {&ring, 0, 96});
  const Time start = clock_.now;
  for (int i = 0; i < 60; ++i) arrive(*bed.fixed, start + us(i), 28);
  clock_.now = start + Duration::milliseconds(50);
  turn({{bed.link.get(), Direction::kDownlink}});
  const LinkSnapshot last = remove(bed);
  EXPECT_EQ(last.directions[0].tally.delivered.packets, 60U);
  EXPECT_GT(last.log_overruns, 0U);
  std::uint64_t logged = 0;
  ring.drain([&](std::uint32_t, std::span<const std::byte>) { ++logged; });
  EXPECT_GT(logged, 0U);
}

TEST_F(RelayTest, ManyLinksEachAtItsOwnInstant) {
  std::vector<Bed> beds;
  const Time start = clock_.now;
  for (int i = 0; i < 50; ++i) beds.push_back(make(config(us(1'000 + i * 37 % 50))));
  std::vector<ReadyPort> ready;
  for (Bed& bed : beds) {
    arrive(*bed.fixed, start, 100);
    ready.push_back({bed.link.get(), Direction::kDownlink});
  }
  turn(ready);
  for (int i = 0; i < 25; ++i) {  // removed while other links are ready
    relay_.remove(*beds.back().link);
    beds.pop_back();
  }
  while (relay_.next_event() != Time::max()) {
    ASSERT_GE(relay_.next_event(), clock_.now);
    clock_.now = relay_.next_event();
    turn();
  }
  for (std::size_t i = 0; i < beds.size(); ++i) {
    ASSERT_EQ(beds[i].mobile->sent.size(), 1U);
    EXPECT_EQ(beds[i].mobile->sent[0].at,
              start + us(1'100 + static_cast<std::int64_t>(i) * 37 % 50));
    EXPECT_EQ(remove(beds[i]).lateness.all.max(), 0);
  }
}

TEST_F(RelayTest, AChangeWhoseConditionDoesNotHoldChangesNothing) {
  HopConfig hop = config(us(100));
  Bed bed = make(hop);
  const Time start = clock_.now;
  hop.downlink.states[0].propagation_delay = FixedValue{50'000};
  clock_.now = start + us(700);
  std::optional<Duration> asked;
  const auto refuse = [&](Duration at) {
    asked = at;
    return false;
  };
  EXPECT_EQ(relay_.reconfigure(*bed.link, *bed.link->prepare(hop), refuse), std::nullopt);
  EXPECT_EQ(asked, us(700));
  arrive(*bed.fixed, start + us(800), 100);
  clock_.now = start + us(800);
  turn({{bed.link.get(), Direction::kDownlink}});
  while (relay_.next_event() != Time::max()) {
    clock_.now = relay_.next_event();
    turn();
  }
  ASSERT_EQ(bed.mobile->sent.size(), 1U);
  EXPECT_EQ(bed.mobile->sent[0].at, start + us(1000));  // 100 us of transmission, 100 us of delay
}

TEST_F(RelayTest, AnOutageBeginsAtTheInstantOfAChangeAndOutlastsTheNextOne) {
  HopConfig hop = config(us(0));
  Bed bed = make(hop);
  const Time start = clock_.now;
  clock_.now = start + us(700);
  hop.outages = {{.length = FixedValue{1'000'000}, .persistency = {}}};  // 1 ms
  const Duration at = relay_.reconfigure(*bed.link, *bed.link->prepare(hop)).value();
  EXPECT_EQ(at, us(700));
  turn();
  arrive(*bed.fixed, start + us(800), 100);
  clock_.now = start + us(800);
  turn({{bed.link.get(), Direction::kDownlink}});
  // The same outage as the link reports it afterwards; another parameter changes.
  hop.outages[0].at = at;
  hop.downlink.states[0].propagation_delay = FixedValue{50'000};
  EXPECT_EQ(relay_.reconfigure(*bed.link, *bed.link->prepare(hop)), us(800));
  EXPECT_EQ(relay_.next_event(), start + us(1'700));
  clock_.now = start + us(1'699);
  turn();
  EXPECT_TRUE(bed.mobile->sent.empty());
  while (relay_.next_event() != Time::max()) {
    clock_.now = relay_.next_event();
    turn();
  }
  ASSERT_EQ(bed.mobile->sent.size(), 1U);
  EXPECT_EQ(bed.mobile->sent[0].at, start + us(1'700 + 100 + 50));
  const LinkSnapshot last = remove(bed);
  EXPECT_EQ(last.directions[0].delay_sum, us(1'050));  // arrived at 800 us
  EXPECT_EQ(last.directions[1].delay_sum, us(0));
}

}  // namespace
}  // namespace seawind
