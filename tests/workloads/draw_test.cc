// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/draw.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "common/error.h"

namespace seawind {
namespace {

TEST(Distributions, TextKeepsEveryNumber) {
  for (const Law& law : {Law::fixed(48), Law{Law::Kind::kUniform, 0, 5e9, 15e9, false},
                         Law{Law::Kind::kExponential, 1e9, 0, 0, false},
                         Law{Law::Kind::kExponential, 0.1, 0.05, 3, true}}) {
    EXPECT_EQ(parse_law(law_text(law)), law) << law_text(law);
  }
}

class BadDistribution : public testing::TestWithParam<const char*> {};

TEST_P(BadDistribution, IsRefused) {
  EXPECT_THROW(parse_law(GetParam()), Error);
}

INSTANTIATE_TEST_SUITE_P(All, BadDistribution,
                         testing::Values("", "48", "fixed", "fixed:", "fixed:x", "fixed:-1",
                                         "fixed:inf", "fixed:1:2", "uniform:2:1", "uniform:1",
                                         "exponential:0:0:0:redraw", "exponential:1:0:0",
                                         "exponential:1:2:2:clamp", "exponential:1:0:0:other"));

struct Moments {
  double mean = 0;
  double low = 1e300;
  double high = 0;
};

Moments sample(const Law& law, int n = 200'000) {
  RandomDraws draws(law, 7, "flow", "quantity");
  Moments out;
  for (int i = 0; i < n; ++i) {
    const auto value = static_cast<double>(draws.next());
    out.mean += value / n;
    out.low = std::min(out.low, value);
    out.high = std::max(out.high, value);
  }
  return out;
}

TEST(RandomDraws, FollowTheirDistributions) {
  EXPECT_EQ(sample(Law::fixed(48)).low, 48);
  EXPECT_EQ(sample(Law::fixed(48)).high, 48);
  const Moments uniform = sample({Law::Kind::kUniform, 0, 5e9, 15e9, false});
  EXPECT_NEAR(uniform.mean, 10e9, 0.03e9);  // standard error 6.5e6
  EXPECT_GE(uniform.low, 5e9);
  EXPECT_LT(uniform.high, 15e9);
  EXPECT_LT(uniform.low, 5.001e9);
  const Moments exponential = sample({Law::Kind::kExponential, 1e9, 0, 0, false});
  EXPECT_NEAR(exponential.mean, 1e9, 0.01e9);  // standard error 2.2e6
  // Mean 10, cut to 5..15 (experiments B1.2): 9.18 drawn again, 8.83 moved to the bounds.
  const Moments again = sample({Law::Kind::kExponential, 10e9, 5e9, 15e9, false});
  EXPECT_NEAR(again.mean, 9.18e9, 0.03e9);
  EXPECT_GE(again.low, 5e9);
  EXPECT_LE(again.high, 15e9);
  EXPECT_NEAR(sample({Law::Kind::kExponential, 10e9, 5e9, 15e9, true}).mean, 8.83e9, 0.03e9);
}

TEST(RandomDraws, DependOnSeedFlowAndQuantityOnly) {
  const Law law{Law::Kind::kUniform, 0, 0, 1e15, false};
  const auto first = [&](std::uint64_t seed, const char* flow, const char* quantity) {
    return RandomDraws(law, seed, flow, quantity).next();
  };
  EXPECT_EQ(first(1, "a", "b"), first(1, "a", "b"));
  const std::set<std::int64_t> different{first(1, "a", "b"), first(2, "a", "b"), first(1, "b", "b"),
                                         first(1, "a", "c"), first(1, "ab", "")};
  EXPECT_EQ(different.size(), 5u);
}

}  // namespace
}  // namespace seawind
