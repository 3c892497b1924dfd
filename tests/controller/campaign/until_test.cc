// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/campaign/until.h"

#include <gtest/gtest.h>

namespace seawind {
namespace {

using enum RepetitionState;

Until until(double half_width, int min, int max) {
  Until u;
  u.set_half_width(half_width);
  u.set_confidence(0.95);
  u.set_min_repetitions(min);
  u.set_max_repetitions(max);
  return u;
}

struct Sample {
  std::vector<RepetitionState> states;
  std::map<int, double> values;
};
/// The first `values.size()` of `all` repetitions are done and have these values.
Sample done(const std::vector<double>& values, std::size_t all) {
  Sample s{std::vector<RepetitionState>(all, kPending), {}};
  for (std::size_t i = 0; i < values.size(); ++i) {
    s.states[i] = kDone;
    s.values[static_cast<int>(i)] = values[i];
  }
  return s;
}

TEST(Until, StopsAtTheMinimumWhenThereIsNoSpread) {
  const auto s = done({5, 5, 5, 5, 5, 5, 5}, 10);
  EXPECT_EQ(first_unneeded(until(0.01, 6, 10), s.states, s.values), 6);
}

TEST(Until, ContinuesWhileTheValuesAreTooFewForTheConfidence) {
  const auto s = done({5, 5, 5, 5, 5}, 10);
  EXPECT_EQ(first_unneeded(until(0.01, 4, 10), s.states, s.values), std::nullopt);
}

TEST(Until, ContinuesWhileTheIntervalIsWide) {
  const auto s = done({1, 9, 1, 9, 1, 9}, 10);
  EXPECT_EQ(first_unneeded(until(0.05, 4, 10), s.states, s.values), std::nullopt);
}

TEST(Until, WaitsForAGapAndThenDecidesAsIfNothingHadOvertaken) {
  // Repetitions 4 to 7 were done before repetition 2.
  auto s = done({5, 5, 5, 5, 5, 5, 5, 5}, 10);
  s.states[2] = kPending;
  s.values.erase(2);
  EXPECT_EQ(first_unneeded(until(0.01, 6, 10), s.states, s.values), std::nullopt);
  s.states[2] = kDone;
  s.values[2] = 5;
  EXPECT_EQ(first_unneeded(until(0.01, 6, 10), s.states, s.values), 6);
}

TEST(Until, AFailedRepetitionIsOverButHasNoValue) {
  auto s = done({5, 5, 5, 5, 5, 5, 5}, 10);
  s.states[1] = kFailed;
  s.values.erase(1);
  EXPECT_EQ(first_unneeded(until(0.01, 4, 10), s.states, s.values), 7);
}

TEST(Until, AMetricNoRepetitionHasNeverStops) {
  auto s = done({5, 5, 5, 5, 5, 5}, 8);
  s.values.clear();
  EXPECT_EQ(first_unneeded(until(0.01, 4, 8), s.states, s.values), std::nullopt);
}

TEST(Until, SkippedRepetitionsStaySkipped) {
  auto s = done({1, 9, 1, 9}, 8);
  for (std::size_t i = 4; i < 8; ++i) s.states[i] = kSkipped;
  EXPECT_EQ(first_unneeded(until(0.01, 4, 8), s.states, s.values), 4);
}

TEST(Until, ThereIsNothingToSkipAfterTheLast) {
  const auto s = done({5, 5, 5, 5}, 4);
  EXPECT_EQ(first_unneeded(until(0.01, 4, 4), s.states, s.values), std::nullopt);
}

}  // namespace
}  // namespace seawind
