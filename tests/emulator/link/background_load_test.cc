// SPDX-License-Identifier: GPL-3.0-or-later
// Background users on the user's channels: exact timelines by priority, mean rates by type.
#include <gtest/gtest.h>

#include <numeric>

#include "common/wire/checksum.h"
#include "emulator/link/background_packet.h"
#include "tests/emulator/link/link_units.h"
#include "tests/emulator/link/rate_rig.h"

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

TEST(BackgroundLoad, HighPriorityKeepsTheChannelFrameAfterFrameEqualSharesIt) {
  for (const Load::Priority priority : {Load::Priority::kHigh, Load::Priority::kEqual}) {
    const Load load = constant(1, 4000, 1000, priority);  // every 2 s, 1 s of transmission
    RateRig rig(loaded(load));
    for (int i = 0; i < 20; ++i) rig.offer(Time(), 1000);
    rig.scheduler.run_until(at_ms(20'000));
    EXPECT_EQ(rig.background.size() < 2, priority == Load::Priority::kHigh);
    EXPECT_NEAR(static_cast<double>(rig.ends.size()), priority == Load::Priority::kEqual ? 10 : 19,
                2);
  }
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

}  // namespace
}  // namespace seawind::test
