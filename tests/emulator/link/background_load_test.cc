// SPDX-License-Identifier: GPL-3.0-or-later
// Background users on the user's channels: exact timelines by priority, mean rates by type.
#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <numeric>

#include "common/wire/checksum.h"
#include "emulator/link/background_packets.h"
#include "emulator/link/transmission_time.h"
#include "tests/emulator/link/link_units.h"
#include "tests/emulator/link/rate_rig.h"
#include "tests/support/test_hop.h"

namespace seawind::test {
namespace {

using Load = BackgroundLoad;

DirectionConfig loaded(const Load& load, std::int64_t base = 8000, std::int64_t channels = 1) {
  DirectionConfig config;
  StateParameters state;
  state.rate = base;
  state.user_max_rate = channels;
  config.states = {state};
  config.background = load;
  return config;
}

Load constant(std::int64_t users, std::int64_t rate, std::int64_t size,
              Load::Priority priority = Load::Priority::kEqual) {
  Load load;
  load.users = users;
  load.average_rate = rate;
  load.packet_size = size;
  load.max_users_per_channel = users;
  load.priority = priority;
  load.output = Load::Output::kWrite;
  return load;
}

// The packet times of the constant user, observed on a channel that is fast enough.
std::vector<Time> arrivals(const Load& load, Time until) {
  RateRig rig(loaded(load, 8'000'000'000'000, 1));
  rig.scheduler.run_until(until);
  std::vector<Time> times;
  for (const auto& [when, bytes] : rig.background) {
    times.push_back(when - Duration::nanoseconds(bytes / 1000));
  }
  return times;
}

TEST(BackgroundLoad, AConstantUserSendsEveryPacketAtItsTime) {
  const Load load = constant(1, 1000, 1000);  // a packet every 8 s
  RateRig rig(loaded(load));
  rig.scheduler.run_until(at_ms(80'000));
  const auto times = arrivals(load, at_ms(80'000));
  ASSERT_GE(rig.background.size(), 9u);
  for (std::size_t i = 0; i < rig.background.size(); ++i) {
    EXPECT_EQ(rig.background[i].first, times[i] + Duration::seconds(1));  // its transmission time
    EXPECT_EQ(rig.background[i].second, 1000u);
    EXPECT_TRUE(i == 0 || times[i] - times[i - 1] == Duration::seconds(8));
  }
}

// The channel carries 1000 B/s; a background packet takes 1 s of each 8.
TEST(BackgroundLoad, AFrameWaitsForThePacketOnTheAir) {
  const Load load = constant(1, 1000, 1000);
  const Time first = arrivals(load, at_ms(10'000))[0];
  const Duration half = Duration::milliseconds(500);
  RateRig rig(loaded(load));
  rig.offer(first + half, 250);
  EXPECT_EQ(rig.answer, Time::max());
  rig.scheduler.run_until(first + Duration::seconds(7));
  EXPECT_EQ(rig.starts, std::vector<Time>{first + half + half});
  EXPECT_EQ(rig.ends, std::vector<Time>{first + half + half + Duration::milliseconds(250)});
  // The reverse: the packet waits for the frame.
  rig.offer(first + Duration::milliseconds(7900), 600);
  rig.scheduler.run_until(first + Duration::seconds(12));
  EXPECT_EQ(rig.background[1].first, first + Duration::milliseconds(7900 + 600 + 1000));
}

// Three users' packets wait for the channel when the frame arrives; it is refused. Then a fourth
// packet arrives. Each packet takes 1 s of the channel.
struct Turn {
  Load::Priority priority;
  int packets_before;
};
class BackgroundPriority : public testing::TestWithParam<Turn> {};
TEST_P(BackgroundPriority, DecidesWhoseTurnItIs) {
  const Load load = constant(8, 100, 1000, GetParam().priority);  // each every 80 s
  const auto times = arrivals(load, at_ms(80'000));
  ASSERT_EQ(times.size(), 8u);
  // The channel is slow enough that all eight packets of a round queue on it: 40 s each.
  const std::int64_t slow = 200;
  RateRig rig(loaded(load, slow));
  const Time asked = times[3] + Duration::nanoseconds(1);
  ASSERT_LT(times[3], times[0] + Duration::seconds(40));
  rig.offer(asked, 10);
  while (rig.starts.empty() && rig.background.size() < 12) {
    rig.scheduler.run_until(rig.scheduler.next_event());
  }
  EXPECT_EQ(rig.background.size(), static_cast<std::size_t>(GetParam().packets_before));
  EXPECT_EQ(rig.starts.empty(), GetParam().priority == Load::Priority::kLow);
}
// HIGH: after the packet being transmitted. EQUAL: after the four packets that arrived earlier.
// LOW: never, because the channel is overloaded.
INSTANTIATE_TEST_SUITE_P(All, BackgroundPriority,
                         testing::Values(Turn{Load::Priority::kHigh, 1},
                                         Turn{Load::Priority::kEqual, 4},
                                         Turn{Load::Priority::kLow, 12}));

// ------------------------------------------------------------------ whose turn, packet by packet

struct Offer {
  Time arrived;
  std::int64_t bytes;
};

// An oracle of one channel, written from the definitions in background_channels.h: at every free
// instant it chooses among the packets that have arrived. Returns the ends of the frames.
// `background` holds the arrivals of constant users, whose order repeats.
struct Oracle {
  Load load;
  std::int64_t rate;
  std::optional<std::int64_t> buffer;  // packets of one user

  std::vector<Time> ends(const std::vector<Offer>& frames, const std::vector<Time>& background) {
    std::deque<std::pair<Time, std::size_t>> waiting;
    std::vector<std::int64_t> of(static_cast<std::size_t>(load.users));
    std::vector<Time> ends;
    std::size_t next = 0;
    std::size_t frame = 0;
    Time free;
    const auto arrive_until = [&](Time now) {
      for (; next < background.size() && background[next] <= now; ++next) {
        const std::size_t user = next % of.size();
        const bool at_once = waiting.empty() && background[next] >= free;
        if (!at_once && buffer && of[user] == *buffer) continue;
        ++of[user];
        waiting.emplace_back(background[next], user);
      }
    };
    while (frame < frames.size()) {
      arrive_until(free);
      const bool ready = frames[frame].arrived <= free;
      if (!ready && waiting.empty()) {
        const Time until = next < background.size() ? background[next] : Time::max();
        free = std::min(frames[frame].arrived, until);
        continue;
      }
      bool mine = ready && waiting.empty();
      if (ready && !waiting.empty()) {
        mine = load.priority == Load::Priority::kHigh ||
               (load.priority == Load::Priority::kEqual &&
                frames[frame].arrived < waiting.front().first);
      }
      const std::int64_t bytes = mine ? frames[frame++].bytes : load.packet_size;
      if (!mine) {
        --of[waiting.front().second];
        waiting.pop_front();
      }
      const Time start = free;
      free = start + transmission_time(static_cast<std::uint32_t>(bytes), rate);
      if (mine) ends.push_back(free);
      // Arrivals during the transmission find the buffers as they are now.
      arrive_until(free - kNs);
    }
    return ends;
  }
};

class BackgroundOrder : public testing::TestWithParam<Load::Priority> {};
TEST_P(BackgroundOrder, IsThatOfTheOracle) {
  for (const std::optional<std::int64_t> buffer : {std::optional<std::int64_t>(), {7}}) {
    // Three users at 24 kbit/s each on 80 kbit/s; the measured user sends 30 kbit/s in bursts.
    const Load load = constant(3, 24'000, 400, GetParam());
    const std::int64_t rate = 80'000;
    std::vector<Offer> frames;
    for (int i = 0; i < 300; ++i) {
      frames.push_back({at_ms(i / 10 * 2600) + kNs * i, 40 + (i * 577) % 1400});
    }
    DirectionConfig config = loaded(load, rate);
    config.send_buffer.packets = buffer;
    RateRig rig(config);
    for (const Offer& frame : frames) rig.offer(frame.arrived, frame.bytes);
    rig.scheduler.run_until(at_ms(400'000));
    const auto expected = Oracle{load, rate, buffer}.ends(frames, arrivals(load, at_ms(400'000)));
    EXPECT_EQ(rig.ends, expected);
    EXPECT_EQ(rig.ends.size(), frames.size());
  }
}
INSTANTIATE_TEST_SUITE_P(All, BackgroundOrder,
                         testing::Values(Load::Priority::kHigh, Load::Priority::kEqual,
                                         Load::Priority::kLow));

// The profile background-users while all three users are on: 3 x 256 kbit/s on 384 kbit/s, packets
// of 576 B. The measured user sends 329 kbit/s. After 60 s the users fall silent.
struct Overload {
  explicit Overload(Load::Priority priority, std::optional<std::int64_t> buffer) {
    DirectionConfig config = loaded(constant(3, 256'000, 576, priority), 384'000);
    config.send_buffer.packets = buffer;
    rig.reconfigure(config);
    for (int i = 0; i < 60 * 329'000 / (576 * 8); ++i) {
      rig.offer(Time::from_ns(i * 576 * 8'000'000LL / 329), 576);
    }
    rig.scheduler.run_until(at_ms(60'000));
    sent_in_60s = rig.ends.size();
    rig.reconfigure(loaded({}, 384'000));
  }
  double kbits(Time from, Time to) const {
    const auto in = std::count_if(rig.ends.begin(), rig.ends.end(),
                                  [&](Time end) { return from < end && end <= to; });
    return static_cast<double>(in) * 576 * 8 / 1000 / (to - from).in_seconds();
  }
  RateRig rig{loaded({}, 384'000)};
  std::size_t sent_in_60s = 0;
};

// In order of arrival each gets its share of what arrives: 384 x 329 / (329 + 768) = 115 kbit/s, in
// every period of 5 s. Full buffers of the others raise it.
TEST(BackgroundOverload, EqualLeavesTheShareOfTheArrivalsAndFullBuffersLeaveMore) {
  const Overload unlimited(Load::Priority::kEqual, {});
  const Overload bounded(Load::Priority::kEqual, 20);
  for (int s = 1; s + 5 <= 60; ++s) {
    const Time from = at_ms(1000 * s);
    const double share = unlimited.kbits(from, from + Duration::seconds(5));
    EXPECT_NEAR(share, 384.0 * 329 / (329 + 768), 2);
    EXPECT_GT(bounded.kbits(from, from + Duration::seconds(5)), share - 2);
  }
  EXPECT_GT(bounded.kbits(at_ms(30'000), at_ms(60'000)), 250);
}

// A frame waits for one packet of 12 ms at most.
TEST(BackgroundOverload, HighLeavesEverything) {
  const Overload high(Load::Priority::kHigh, {});
  for (std::size_t i = 0; i < high.rig.ends.size(); ++i) {
    const Time arrived = Time::from_ns(static_cast<std::int64_t>(i) * 576 * 8'000'000LL / 329);
    EXPECT_LE(high.rig.ends[i] - arrived, Duration::milliseconds(24)) << i;
  }
  EXPECT_NEAR(high.kbits(at_ms(0), at_ms(60'000)), 329, 1);
}

// Nothing while the load is above the rate; then the buffers of the three, 60 packets, are sent
// first: without a bound they would hold (768 - 384) x 60 s, another minute.
TEST(BackgroundOverload, LowLeavesNothingUntilTheBuffersAreEmpty) {
  Overload low(Load::Priority::kLow, 20);
  EXPECT_LE(low.sent_in_60s, 5u);  // before the first packets of the others
  low.rig.scheduler.run_until(at_ms(60'000) + Duration::milliseconds(61 * 12 + 13));
  EXPECT_GT(low.rig.ends.size(), low.sent_in_60s);
}

TEST(BackgroundLoad, AFrameTakesTheChannelsThatAreFree) {
  Load load = constant(2, 1000, 1000);
  load.max_users_per_channel = 1;  // channels 0 and 1 of 4, a packet every 8 s, 1 s each
  load.average_rate = 7999;        // nearly always transmitting
  RateRig rig(loaded(load, 8000, 4));
  rig.scheduler.run_until(at_ms(20'500));
  rig.offer(at_ms(20'500), 1000);
  EXPECT_EQ(rig.ends[0] - rig.starts[0], Duration::milliseconds(500));  // two channels
  EXPECT_EQ(rig.rate.rate(), 32'000);
}

TEST(BackgroundLoad, UsersWithoutAChannelAreRefused) {
  Load load = constant(10, 4000, 1000);
  load.max_users_per_channel = 2;  // 4 of 10 on 2 channels
  RateRig rig(loaded(load, 80'000, 2));
  rig.scheduler.run_until(at_ms(100'000));
  EXPECT_NEAR(static_cast<double>(rig.background.size()), 4 * 50, 5);
}

TEST(BackgroundLoad, AccountTakesAirTimeAndWritesNothing) {
  Load load = constant(1, 1000, 1000);
  load.output = Load::Output::kAccount;
  const Time first = arrivals(constant(1, 1000, 1000), at_ms(10'000))[0];
  RateRig rig(loaded(load));
  rig.offer(first + Duration::milliseconds(1), 100);
  rig.scheduler.run_until(at_ms(100'000));
  EXPECT_TRUE(rig.background.empty());
  EXPECT_EQ(rig.starts, std::vector<Time>{first + Duration::seconds(1)});
}

// Every type has the average rate. 50 users over some hours.
class BackgroundTypes : public testing::TestWithParam<std::pair<Load::Type, double>> {};
TEST_P(BackgroundTypes, HaveTheAverageRate) {
  Load load = constant(50, 12'000, 500);  // 3 packets/s each
  load.type = GetParam().first;
  load.on = UniformValue{1 * kSecond, 3 * kSecond};
  load.off = ExponentialValue{6 * kSecond};
  load.pareto_shape = 2.5;
  RateRig rig(loaded(load, 1'000'000'000));
  const int seconds = 8000 / kShortened;
  rig.scheduler.run_until(at_ms(1000LL * seconds));
  const double expected = 50.0 * 3 * seconds;
  EXPECT_NEAR(static_cast<double>(rig.background.size()) / expected, 1,
              GetParam().second * kWidened);
}
// On for 2 s of every 8: 16 kbit/s on average are 64 kbit/s while on, a packet of 576 B every 72
// ms.
TEST(BackgroundLoad, AnOnOffUserSendsFourTimesItsAverageInAQuarterOfTheTime) {
  Load load = constant(1, 16'000, 576);
  load.type = Load::Type::kOnOff;
  load.on = 2 * kSecond;
  load.off = 6 * kSecond;
  const auto times = arrivals(load, at_ms(8000 * 90));
  // 90 cycles are 180 s on: 2500 packets, less or more one by the phase.
  EXPECT_NEAR(static_cast<double>(times.size()), 16'000.0 * 8 * 90 / (576 * 8), 1);
  int within = 0;
  for (std::size_t i = 1; i < times.size(); ++i) {
    const Duration gap = times[i] - times[i - 1];
    const bool over_an_off_period = gap > Duration::seconds(6);
    EXPECT_NEAR(gap.in_milliseconds(), over_an_off_period ? 6072 : 72, 1e-5);
    within += over_an_off_period ? 0 : 1;
  }
  EXPECT_GE(within, 2400);
}
INSTANTIATE_TEST_SUITE_P(All, BackgroundTypes,
                         testing::Values(std::pair{Load::Type::kConstant, 0.0001},
                                         std::pair{Load::Type::kOnOff, 0.02},
                                         std::pair{Load::Type::kPoisson, 0.005},
                                         std::pair{Load::Type::kPareto, 0.015}));

TEST(BackgroundLoad, ArrivalsDoNotDependOnTraffic) {
  Load load = constant(3, 8000, 500);
  load.type = Load::Type::kPoisson;
  RateRig idle(loaded(load, 64'000));
  RateRig busy(loaded(load, 64'000));
  for (int i = 0; i < 2000; ++i) busy.offer(at_ms(i * 50), 40 + i % 300);
  idle.scheduler.run_until(at_ms(200'000));
  busy.scheduler.run_until(at_ms(200'000));
  // The final counts are equal; each packet is later by at most a frame and the packets queued
  // behind it.
  EXPECT_NEAR(static_cast<double>(idle.background.size()),
              static_cast<double>(busy.background.size()), 1);
  EXPECT_GT(idle.background.size(), 1000u);
}

TEST(BackgroundLoad, ComesAndGoesLive) {
  const Load load = constant(2, 4000, 1000, Load::Priority::kLow);  // the whole channel
  RateRig rig(loaded({}));
  rig.offer(at_ms(0), 1000);
  rig.scheduler.run_until(at_ms(1000));
  rig.reconfigure(loaded(load));
  rig.scheduler.run_until(at_ms(10'000));
  const std::size_t before = rig.background.size();
  EXPECT_GE(before, 4u);
  rig.reconfigure(loaded({}));
  rig.scheduler.run_until(at_ms(30'000));
  EXPECT_LE(rig.background.size(), before + 2);
  rig.offer(at_ms(30'000), 1000);
  EXPECT_EQ(rig.starts.back(), at_ms(30'000));
  EXPECT_EQ(rig.scheduler.pending(), 1u);  // the end of that frame
}

// A packet waits for the end of a frame when the load ends: the next frame does not wait for it.
TEST(BackgroundLoad, WhatWaitsWhenItEndsGoesWithItsUser) {
  const Load load = constant(1, 1000, 2000);  // a packet every 16 s, 2 s on the channel
  const Time arrived = arrivals(load, at_ms(20'000))[0];
  for (const Load& next : {Load{}, constant(1, 1, 500)}) {
    RateRig rig(loaded(load));
    rig.offer(arrived - Duration::nanoseconds(1), 1000);  // 1 s
    rig.offer(arrived + Duration::nanoseconds(1), 500);
    rig.reconfigure(loaded(next));
    rig.scheduler.run_until(arrived + Duration::seconds(10));
    const Time first_end = arrived - Duration::nanoseconds(1) + Duration::seconds(1);
    EXPECT_EQ(rig.ends[0], first_end);
    EXPECT_EQ(rig.background.size(), 0u);
    ASSERT_EQ(rig.starts.size(), 2u);
    EXPECT_EQ(rig.starts[1], first_end);
  }
}

// A packet that is being sent when the load ends occupies its channel to its end, and leaves.
TEST(BackgroundLoad, WhatIsBeingSentWhenItEndsIsSent) {
  const Load load = constant(1, 1000, 2000);
  const Time arrived = arrivals(load, at_ms(20'000))[0];
  RateRig rig(loaded(load));
  rig.scheduler.run_until(arrived + Duration::seconds(1));
  rig.reconfigure(loaded({}));
  rig.scheduler.run_until(arrived + Duration::seconds(10));
  ASSERT_EQ(rig.background.size(), 1u);
  EXPECT_EQ(rig.background[0], std::pair(arrived + Duration::seconds(2), 2000u));
}

TEST(BackgroundPacket, IsAWholeUdpDatagramBehindTheLinkHeaderGiven) {
  PacketPool pool;
  std::array<std::uint8_t, 14> ethernet{};
  std::iota(ethernet.begin(), ethernet.end(), std::uint8_t{1});
  for (const bool bare : {true, false}) {
    const auto header =
        bare ? std::span<const std::uint8_t>() : std::span<const std::uint8_t>(ethernet);
    for (const std::uint32_t size : {28U, 576U, 65535U}) {
      const Packet p = make_background_packet(pool, 9, at_ms(5), size, header);
      EXPECT_EQ(p.size(), size);
      EXPECT_EQ(p.frame().size(), size + header.size());
      EXPECT_EQ(p.ip().version, 4);
      EXPECT_EQ(p.ip().protocol, 17);
      EXPECT_EQ(p.ip().destination_port, 9);
      EXPECT_EQ(checksum_fold(checksum_add(p.ip_bytes().first(20))), 0);
      if (!bare) {
        EXPECT_TRUE(std::equal(ethernet.begin(), ethernet.begin() + 12, p.frame().begin()));
        EXPECT_EQ(p.frame()[12], 0x08);
        EXPECT_EQ(p.frame()[13], 0x00);
      }
    }
  }
}

// Packets of other users on a shared channel leave the link as generated packets, once the link
// header is known.
TEST(BackgroundLoad, WrittenOutIsGeneratedAndDelivered) {
  HopConfig config;
  config.seed = 2;
  config.downlink = plain_direction(64'000, Duration::milliseconds(10));
  config.downlink.states[0].user_max_rate = 2;
  config.downlink.background = {
      .users = 1, .average_rate = 32'000, .output = Load::Output::kWrite, .packet_size = 400};
  config.uplink = plain_direction(64'000, {});
  TestHop rig(config);
  rig.send(kDown, 100);
  rig.run_until(at_ms(10'000));
  const auto generated = rig.recorder.count(kDown, EventKind::kGenerated);
  EXPECT_NEAR(static_cast<double>(generated.bytes), 40'000, 2'000);
  EXPECT_EQ(rig.delivered[0].size(), generated.packets + 1);
  expect_identity(rig);
}

}  // namespace
}  // namespace seawind::test
