// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/core/random.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

namespace seawind {
namespace {

// Values of an independent implementation (SplitMix64, FNV-1a, xoshiro256++ written in Python): a
// seed must always give the same channel.
TEST(RandomStream, ValuesAreFixed) {
  RandomStream stream(42, "channel");
  EXPECT_EQ(stream.next(), 0x558ba98ae400c462u);
  EXPECT_EQ(stream.next(), 0x1e9254a376ab9cffu);
  EXPECT_EQ(stream.next(), 0x42c6893b7ef44608u);
}

TEST(RandomStream, SeedsAndNamesGiveStreamsWithNothingInCommon) {
  std::set<std::uint64_t> seen;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    for (const char* name : {"channel", "downlink/error", "uplink/error", "downlink/error_delay"}) {
      RandomStream stream(seed, name);
      for (int i = 0; i < 10; ++i) EXPECT_TRUE(seen.insert(stream.next()).second);
    }
  }
}

// 10^6 draws: mean 1/2 and variance 1/12 within five standard errors; every value in [0, 1).
TEST(RandomStream, UniformHasTheMomentsOfTheUniformDistribution) {
  RandomStream stream(7, "uniform");
  const int n = 1'000'000;
  double sum = 0;
  double squares = 0;
  for (int i = 0; i < n; ++i) {
    const double u = stream.uniform();
    ASSERT_GE(u, 0.0);
    ASSERT_LT(u, 1.0);
    sum += u;
    squares += (u - 0.5) * (u - 0.5);
  }
  EXPECT_NEAR(sum / n, 0.5, 5 * std::sqrt(1.0 / 12 / n));
  EXPECT_NEAR(squares / n, 1.0 / 12, 5 * std::sqrt(1.0 / 180 / n));
}

}  // namespace
}  // namespace seawind
