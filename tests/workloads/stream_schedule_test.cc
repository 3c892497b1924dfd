// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/stream_schedule.h"

#include <gtest/gtest.h>

#include <vector>

namespace seawind {
namespace {

constexpr std::int64_t kMs = 1'000'000;

std::vector<StreamPacket> all(const StreamShape& shape, std::uint64_t seed = 1) {
  StreamSchedule schedule(shape, seed, "stream");
  std::vector<StreamPacket> out;
  while (const auto packet = schedule.next()) out.push_back(*packet);
  EXPECT_FALSE(schedule.next().has_value());
  return out;
}

TEST(StreamSchedule, TheVoiceStreamOfTheReference) {
  const auto packets = all({.packets = 1147});
  ASSERT_EQ(packets.size(), 1147u);
  std::int64_t bytes = 0;
  for (std::size_t i = 0; i < packets.size(); ++i) {
    EXPECT_EQ(packets[i].sequence, i);
    EXPECT_EQ(packets[i].at, static_cast<std::int64_t>(i) * 20 * kMs);
    bytes += packets[i].size;
  }
  EXPECT_EQ(bytes, 55'056);                    // experiments B3
  EXPECT_EQ(packets.back().at, 22'920 * kMs);  // 22.94 s with the last interval
}

TEST(StreamSchedule, BurstsAreApartByTheDrawnSilence) {
  const StreamShape shape{
      .packets = 1147, .bursts = 2, .idle = {Law::Kind::kUniform, 0, 5e9, 15e9}};
  double sum = 0;
  constexpr int kSeeds = 400;
  for (int seed = 1; seed <= kSeeds; ++seed) {
    const auto packets = all(shape, static_cast<std::uint64_t>(seed));
    ASSERT_EQ(packets.size(), 2294u);
    EXPECT_EQ(packets[1146].burst, 0);
    EXPECT_EQ(packets[1147].burst, 1);
    const std::int64_t idle = packets[1147].at - packets[1146].at - 20 * kMs;
    EXPECT_GE(idle, 5000 * kMs);
    EXPECT_LT(idle, 15'000 * kMs);
    EXPECT_EQ(packets[2293].at - packets[1147].at, 22'920 * kMs);
    sum += static_cast<double>(idle) / kSeeds;
  }
  EXPECT_NEAR(sum, 10e9, 0.6e9);  // standard error 0.14e9
}

TEST(StreamSchedule, ABurstByTimeEndsBeforeItsEnd) {
  StreamShape shape{.interval = Law::fixed(10 * kMs),
                    .packets = 0,
                    .on = Law::fixed(30 * kMs),
                    .bursts = 2,
                    .idle = Law::fixed(100 * kMs)};
  auto at = [&] {
    std::vector<std::int64_t> out;
    for (const auto& packet : all(shape)) out.push_back(packet.at / kMs);
    return out;
  };
  EXPECT_EQ(at(), (std::vector<std::int64_t>{0, 10, 20, 130, 140, 150}));
  shape.on = Law::fixed(30 * kMs + 1);  // a nanosecond longer: the fourth packet fits
  EXPECT_EQ(at(), (std::vector<std::int64_t>{0, 10, 20, 30, 130, 140, 150, 160}));
  shape.on = Law::fixed(1 * kMs);  // shorter than an interval, but one packet
  EXPECT_EQ(at(), (std::vector<std::int64_t>{0, 101}));
}

TEST(StreamSchedule, VariableBitRateDrawsSizeAndIntervalForEachPacket) {
  const StreamShape shape{.size = {Law::Kind::kUniform, 0, 100, 1000},
                          .interval = {Law::Kind::kExponential, 20e6, 0, 0},
                          .packets = 20'000};
  const auto packets = all(shape);
  double size = 0;
  for (const auto& packet : packets) {
    EXPECT_GE(packet.size, 100);
    EXPECT_LE(packet.size, 1000);
    size += static_cast<double>(packet.size) / 20'000;
  }
  EXPECT_NEAR(size, 550, 8);  // standard error 1.8
  EXPECT_NEAR(static_cast<double>(packets.back().at) / 19'999, 20e6, 0.6e6);
  EXPECT_EQ(all(shape, 1)[100].at, packets[100].at) << "the same seed gives the same stream";
  EXPECT_NE(all(shape, 2)[100].at, packets[100].at);
}

}  // namespace
}  // namespace seawind
