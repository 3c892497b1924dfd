// SPDX-License-Identifier: GPL-3.0-or-later
// Framing against published arithmetic (experiments LF8 row 2), errors by bit and by attempt, and
// delays shared by both directions (experiments D2).
#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/test_hop.h"

namespace seawind::test {
namespace {

HopConfig one_way(const DirectionConfig& downlink) {
  HopConfig config;
  config.seed = 5;
  config.downlink = downlink;
  config.uplink = plain_direction(64'000, {});
  return config;
}

struct Lf8 {
  std::size_t mtu;
  long goodput;  // B/s, [004:238-256]
};
class RlpThroughput : public testing::TestWithParam<Lf8> {};

// RLP carries 1295 B/s in 210 B frames; each packet has 7 B of framing and 40 B of headers: 1295
// (MTU - 40) / (MTU + 7). The only rounding is that of each frame's end, up to a nanosecond.
TEST_P(RlpThroughput, IsTheSharesOfTheBytes) {
  DirectionConfig rlp = plain_direction(1295 * 8, {});
  rlp.framing.fragment_size = 210;
  rlp.framing.byte_stream = true;
  rlp.framing.protocol_overhead_per_packet = 7;
  TestHop rig(one_way(rlp));
  const auto [mtu, goodput] = GetParam();
  constexpr int kPackets = 500;
  for (int i = 0; i < kPackets; ++i) rig.send(kDown, mtu);
  rig.drain();
  const auto frames = rig.recorder.count(kDown, EventKind::kTransmitStart);
  EXPECT_EQ(frames.packets, (kPackets * mtu + 209) / 210);
  const double exact_ns = 1e9 * kPackets * static_cast<double>(mtu + 7) / 1295;
  const auto took = static_cast<double>(rig.delivered[0].back().time.ns());
  EXPECT_GE(took, exact_ns - 1);
  EXPECT_LE(took, exact_ns + static_cast<double>(frames.packets));
  const double measured = kPackets * static_cast<double>(mtu - 40) / (took / 1e9);
  EXPECT_NEAR(measured, 1295.0 * static_cast<double>(mtu - 40) / static_cast<double>(mtu + 7),
              1e-3);
  EXPECT_EQ(std::lround(measured), goodput);
}
INSTANTIATE_TEST_SUITE_P(LF8, RlpThroughput,
                         testing::Values(Lf8{296, 1094}, Lf8{576, 1191}, Lf8{1500, 1255}));

double corrupted_share(const DirectionConfig& direction, std::size_t size, int packets) {
  TestHop rig(one_way(direction));
  rig.recorder.keep = rig.keep_deliveries = false;
  for (int i = 0; i < packets; ++i) {
    rig.send(kDown, size);
    rig.drain();
  }
  expect_identity(rig);
  return static_cast<double>(rig.recorder.drops(kDown, DropReason::kErrorLoss).packets) / packets;
}

// BIT: p = 1 - (1 - b)^(8 size), of each frame. 20 000 packets: five standard errors are below 1.8
// %.
TEST(BitErrors, GrowWithTheFrame) {
  DirectionConfig direction = plain_direction(100'000'000, {});
  direction.states[0].error_probability = 1e-4;
  direction.states[0].error_unit = ErrorUnit::kBit;
  for (const std::size_t size : {50u, 500u, 1500u}) {
    const double p = 1 - std::pow(1 - 1e-4, 8.0 * static_cast<double>(size));
    EXPECT_NEAR(corrupted_share(direction, size, 20'000 / kShortened), p, kWidened * 0.018);
  }
  // A packet of 15 frames of 100 B is lost as often as one frame of 1500 B: the exponents add up.
  direction.framing.fragment_size = 100;
  EXPECT_NEAR(corrupted_share(direction, 1500, 20'000 / kShortened),
              1 - std::pow(1 - 1e-4, 12'000.0), kWidened * 0.018);
}

// E11 by count, retransmitted on the link itself: p^(n + 1) remains after n repetitions.
TEST(Retransmissions, LeaveThePowersOfTheErrorProbability) {
  for (const int n : {1, 2, 4}) {
    DirectionConfig direction = plain_direction(1'000'000, {});
    direction.states[0].error_probability = 0.6;
    direction.states[0].error_handling = ErrorHandling::kRetransmit;
    direction.states[0].error_delay = Duration::milliseconds(5);
    direction.states[0].max_retransmissions = n;
    EXPECT_NEAR(corrupted_share(direction, 100, 20'000 / kShortened), std::pow(0.6, n + 1),
                kWidened * 0.018);
  }
}

// Retransmissions take capacity: with p = 0.5 and no limit, every frame is transmitted twice on
// average.
TEST(Retransmissions, TakeCapacity) {
  DirectionConfig direction = plain_direction(8'000'000, {});
  direction.states[0].error_probability = 0.5;
  direction.states[0].error_handling = ErrorHandling::kRetransmit;
  TestHop rig(one_way(direction));
  rig.recorder.keep = false;
  constexpr int kPackets = 20'000 / kShortened;
  for (int i = 0; i < kPackets; ++i) rig.send(kDown, 1000);
  rig.drain();
  EXPECT_NEAR(rig.scheduler.now().in_seconds(), 2 * kPackets * 1e-3, 1.0);
  EXPECT_EQ(rig.delivered[0].size(), static_cast<std::size_t>(kPackets));
}

// D2: one delay for both directions, redrawn every 0.5 ms; without `shared` each has its own.
TEST(SharedDelay, IsTheSameAtTheSameInstant) {
  for (const bool shared : {true, false}) {
    HopConfig config;
    config.seed = 9;
    config.shared_delay = shared;
    config.downlink = plain_direction(1'000'000'000, {});
    config.downlink.states[0].propagation_delay = UniformValue{148e6, 616e6};
    config.downlink.delay_redraw_interval = Duration::microseconds(500);
    config.downlink.release = ReleaseOrder::kNone;
    config.uplink = config.downlink;
    TestHop rig(config);
    for (int i = 0; i < 1000; ++i) {
      rig.run_until(Time::from_ns(250'000 + 500'000 * i));
      rig.send(kDown, 125);
      rig.send(kUp, 125);
    }
    rig.drain();
    std::vector<Duration> delays(2001);
    for (const auto& side : rig.delivered) {
      for (const Delivery& d : side) delays[d.id] = d.delay;
    }
    int equal = 0;
    for (std::size_t i = 1; i < delays.size(); i += 2) equal += delays[i] == delays[i + 1] ? 1 : 0;
    EXPECT_EQ(equal, shared ? 1000 : 0);
    bool overtaken = false;
    for (std::size_t i = 1; i < rig.delivered[0].size(); ++i) {
      overtaken = overtaken || rig.delivered[0][i].id < rig.delivered[0][i - 1].id;
    }
    EXPECT_TRUE(overtaken);
  }
}

}  // namespace
}  // namespace seawind::test
