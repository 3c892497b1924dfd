// SPDX-License-Identifier: GPL-3.0-or-later
// The delays that shipped profiles state, measured with pings in virtual time.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "common/config_reader.h"
#include "emulator/api/link.pb.h"
#include "emulator/spec/hop_spec.h"
#include "tests/configs/documents_fixture.h"
#include "tests/support/test_hop.h"

namespace seawind::test {
namespace {

constexpr std::size_t kPing = 84;  // 64 B of ICMP, as ping counts

HopConfig shipped_hop(const std::string& name) {
  HopSpec spec;
  Diagnostics problems;
  read_config(source_root() / "configs/profiles" / (name + ".yaml"),
              SearchPath{{source_root() / "configs"}}, *spec.mutable_link(), problems);
  EXPECT_EQ(problems.render(), "");
  spec.set_seed(1);
  std::vector<std::string> refused;
  HopConfig config = hop_config(spec, refused);
  EXPECT_EQ(refused, std::vector<std::string>());
  return config;
}

// The mobile host pings; the fixed host answers at once. Lost pings have no entry.
struct Pings {
  std::vector<double> up, down, round;  // ms
  std::vector<Time> answers;            // arrivals of the answers
};

Pings ping(const HopConfig& config, const std::vector<Time>& when) {
  TestHop rig(config);
  Pings out;
  for (const Time start : when) {
    rig.run_until(start);
    rig.delivered = {};
    rig.send(kUp, kPing);
    rig.drain();
    if (rig.delivered[1].empty()) continue;
    const Duration up = rig.delivered[1][0].delay;
    rig.run_until(rig.delivered[1][0].time);
    rig.send(kDown, kPing);
    rig.drain();
    if (rig.delivered[0].empty()) continue;
    const Duration down = rig.delivered[0][0].delay;
    out.up.push_back(up.in_milliseconds());
    out.down.push_back(down.in_milliseconds());
    out.round.push_back((rig.delivered[0][0].time - start).in_milliseconds());
    out.answers.push_back(rig.delivered[0][0].time);
  }
  return out;
}

std::vector<Time> every(Duration interval, int count) {
  std::vector<Time> all;
  for (int i = 0; i < count; ++i) all.push_back(Time() + Duration::seconds(1) + interval * i);
  return all;
}

double mean(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double quantile(std::vector<double> values, double share) {
  std::sort(values.begin(), values.end());
  return values[static_cast<std::size_t>(share * static_cast<double>(values.size()))];
}

// The deviation of one round trip is some 5 ms (uniform 2.9, HARQ 2.8 each way): 0.04 ms of the
// mean of 20000.
TEST(ProfileDelays, LteHasARoundTripOf70Ms) {
  auto pings = ping(shipped_hop("lte"), every(Duration::milliseconds(501), 20'000));
  pings.round.erase(pings.round.begin());  // from idle
  EXPECT_NEAR(mean(pings.round), 70, 0.15);
}

TEST(ProfileDelays, LteAllocatesOnceForBothDirectionsAfterIdle) {
  HopConfig active = shipped_hop("lte");
  for (StateParameters& state : active.uplink.states)
    state.propagation_delay = 40e6;  // not by time
  const HopConfig config = active;
  for (DirectionConfig* direction : {&active.downlink, &active.uplink}) {
    for (StateParameters& state : direction->states) state.allocation_delay.reset();
  }
  // The first at 0.5 s, another on the active connection; one after less than 11.6 s of silence and
  // one after more. All instants are 260 ms before a change of the rate, at the least.
  const std::vector<Time> when{at_ms(500), at_ms(1000), at_ms(12'500), at_ms(24'700)};
  const Pings from_idle = ping(config, when);
  const Pings always = ping(active, when);
  ASSERT_EQ(from_idle.answers.size(), when.size());
  ASSERT_EQ(always.answers.size(), when.size());
  const Duration once = Duration::nanoseconds(260'000'000);
  const std::vector<Duration> expected{once, Duration(), Duration(), once};
  for (std::size_t i = 0; i < when.size(); ++i) {
    EXPECT_EQ((from_idle.answers[i] - always.answers[i]).ns(), expected[i].ns()) << i;
  }
}

TEST(ProfileDelays, NrHasTheOneWayDelaysOfItsDescription) {
  const auto pings = ping(shipped_hop("5g-nr"), every(Duration::milliseconds(101), 20'000));
  EXPECT_NEAR(mean(pings.down), 7.6, 0.05);
  EXPECT_NEAR(mean(pings.up), 13.6, 0.1);
}

TEST(ProfileDelays, Wifi6HasTheQuantilesOfItsDescription) {
  const auto pings = ping(shipped_hop("wifi-6"), every(Duration::milliseconds(101), 20'000));
  EXPECT_NEAR(quantile(pings.down, 0.5), 1, 0.03);
  EXPECT_NEAR(quantile(pings.down, 0.99), 9.1, 0.5);
  EXPECT_LT(quantile(pings.down, 0.99), 10);
}

TEST(ProfileDelays, LeoHasTheQuartilesOfTheMeasurement) {
  const auto pings =
      ping(shipped_hop("leo-satellite"), every(Duration::milliseconds(15'001), 4000));
  EXPECT_GE(quantile(pings.round, 0), 20);
  EXPECT_NEAR(quantile(pings.round, 0.25), 40, 1);
  EXPECT_NEAR(quantile(pings.round, 0.5), 50, 1);
  EXPECT_NEAR(quantile(pings.round, 0.75), 60, 1.5);
  EXPECT_LE(*std::max_element(pings.round.begin(), pings.round.end()), 101);
}

// A distribution of the propagation delay holds however many packets there are: without
// retransmissions and waiting for the rate, the quantiles of a thousand packets a second are those
// of single pings.
class DelayUnderLoad : public testing::TestWithParam<const char*> {};
TEST_P(DelayUnderLoad, IsThatOfSinglePackets) {
  HopConfig config = shipped_hop(GetParam());
  for (DirectionConfig* direction : {&config.downlink, &config.uplink}) {
    for (StateParameters& state : direction->states) {
      state.rate = 100e9;
      state.error_probability = 0;
    }
  }
  TestHop rig(config);
  rig.recorder.keep = false;
  constexpr int kPackets = 200'000;
  for (int i = 0; i < kPackets; ++i) {
    rig.run_until(at_ms(1000) + Duration::milliseconds(i));
    for (const Direction direction : {kDown, kUp}) rig.send(direction, kPing);
  }
  rig.drain();
  const auto single = ping(config, every(Duration::milliseconds(501), 20'000));
  for (const Direction direction : {kDown, kUp}) {
    SCOPED_TRACE(direction == kDown ? "downlink" : "uplink");
    std::vector<double> delays;
    for (const Delivery& packet : rig.delivered[static_cast<std::size_t>(direction)])
      delays.push_back(packet.delay.in_milliseconds());
    ASSERT_EQ(delays.size(), kPackets);
    const auto& alone = direction == kDown ? single.down : single.up;
    for (const double share : {0.1, 0.5, 0.9})
      EXPECT_NEAR(quantile(delays, share), quantile(alone, share), 0.1 * quantile(alone, share))
          << share;
  }
}
INSTANTIATE_TEST_SUITE_P(Profiles, DelayUnderLoad, testing::Values("wifi-6", "lte", "5g-nr"),
                         [](const auto& test) {
                           std::string name = test.param;
                           std::erase(name, '-');
                           return name;
                         });

struct Stated {
  const char* profile;
  double one_way;  // ms, without transmission
};
class StatedDelay : public testing::TestWithParam<Stated> {};
TEST_P(StatedDelay, IsTheProfilesOwn) {
  HopConfig config = shipped_hop(GetParam().profile);
  for (DirectionConfig* direction : {&config.downlink, &config.uplink}) {
    for (StateParameters& state : direction->states) state.rate = 100e9;
  }
  const auto pings = ping(config, {at_ms(1000)});
  ASSERT_EQ(pings.round.size(), 1U);
  EXPECT_NEAR(pings.down[0], GetParam().one_way, 0.001);
  EXPECT_NEAR(pings.up[0], GetParam().one_way, 0.001);
}
INSTANTIATE_TEST_SUITE_P(All, StatedDelay,
                         testing::Values(Stated{"umts", 150}, Stated{"wlan", 10},
                                         Stated{"wlan-11", 5}, Stated{"lan", 0.5},
                                         Stated{"geo-satellite", 250}, Stated{"delay-spikes", 150},
                                         Stated{"ns2-access", 50}, Stated{"ns2-gsm", 500},
                                         Stated{"ns2-wlan-duplex", 10},
                                         Stated{"link-down-6s", 170}));

}  // namespace
}  // namespace seawind::test
