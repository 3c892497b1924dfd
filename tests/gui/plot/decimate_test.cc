// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/plot/decimate.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace seawind::gui {
namespace {

using testing::ElementsAre;

/// Ascending x with gaps and equal values; random y with peaks.
MinMaxSeries wild_series(std::size_t size, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<double> x;
  std::vector<double> y;
  double at = 0;
  for (std::size_t i = 0; i < size; ++i) {
    if (random() % 3 != 0)
      at += (random() % 100 == 0 ? 50.0 : 0.01) * static_cast<double>(1 + random() % 7);
    x.push_back(at);
    y.push_back(random() % 500 == 0 ? 1e6 - double(random() % 2000000) : double(random() % 100));
  }
  return {std::move(x), std::move(y)};
}

TEST(Decimate, ExtremesOfEveryRangeAreThoseOfTheOracle) {
  const MinMaxSeries s = wild_series(3000, 1);
  std::mt19937 random(2);
  for (int i = 0; i < 3000; ++i) {
    std::size_t begin = random() % s.size();
    std::size_t end = random() % s.size();
    if (begin > end) std::swap(begin, end);
    ++end;
    double low = s.y(begin);
    double high = s.y(begin);
    for (std::size_t k = begin; k < end; ++k) {
      low = std::min(low, s.y(k));
      high = std::max(high, s.y(k));
    }
    const auto e = s.extremes(begin, end);
    ASSERT_TRUE(e.lowest >= begin && e.lowest < end && e.highest >= begin && e.highest < end);
    ASSERT_EQ(s.y(e.lowest), low) << begin << ".." << end;
    ASSERT_EQ(s.y(e.highest), high) << begin << ".." << end;
  }
}

/// visible() keeps the extremes of every column, and selects at most one point on each side of the
/// window.
TEST(Decimate, EveryColumnKeepsItsFirstLowestHighestAndLast) {
  const MinMaxSeries s = wild_series(20'000, 3);
  const double end = s.x(s.size() - 1);
  std::mt19937 random(4);
  std::vector<std::uint32_t> shown;
  for (int round = 0; round < 60; ++round) {
    double lower = end * (double(random() % 1400) / 1000.0 - 0.2);
    double upper = lower + end * std::pow(10.0, -double(random() % 5)) * 1.3;
    const int columns = 1 + static_cast<int>(random() % 400);
    s.visible(lower, upper, columns, shown);
    ASSERT_TRUE(std::is_sorted(shown.begin(), shown.end()));
    ASSERT_TRUE(std::adjacent_find(shown.begin(), shown.end()) == shown.end());
    ASSERT_LE(shown.size(), 4U * static_cast<unsigned>(columns) + 2U);
    // The oracle assigns each point to its column and takes the extremes of each column.
    std::vector<std::vector<std::uint32_t>> wanted(static_cast<std::size_t>(columns));
    for (std::uint32_t i = 0; i < s.size(); ++i) {
      if (s.x(i) < lower || s.x(i) > upper) continue;
      int column = 0;
      while (column + 1 < columns && s.x(i) >= lower + (upper - lower) * (column + 1) / columns)
        ++column;
      wanted[static_cast<std::size_t>(column)].push_back(i);
    }
    for (const auto& points : wanted) {
      if (points.empty()) continue;
      const auto less = [&](auto a, auto b) { return s.y(a) < s.y(b); };
      const double low = s.y(*std::min_element(points.begin(), points.end(), less));
      const double high = s.y(*std::max_element(points.begin(), points.end(), less));
      bool has_low = false;
      bool has_high = false;
      for (auto at = std::lower_bound(shown.begin(), shown.end(), points.front());
           at != shown.end() && *at <= points.back(); ++at) {
        has_low = has_low || s.y(*at) == low;
        has_high = has_high || s.y(*at) == high;
      }
      ASSERT_TRUE(has_low && has_high) << "round " << round;
      ASSERT_TRUE(std::binary_search(shown.begin(), shown.end(), points.front()));
      ASSERT_TRUE(std::binary_search(shown.begin(), shown.end(), points.back()));
    }
  }
}

TEST(Decimate, FewPointsAreAllShownWithTheirNeighbours) {
  const MinMaxSeries s({0, 1, 2, 3, 4, 5}, {9, 8, 7, 6, 5, 4});
  std::vector<std::uint32_t> shown;
  s.visible(1.5, 3.5, 10, shown);
  EXPECT_THAT(shown, ElementsAre(1, 2, 3, 4));
  s.visible(-5, 50, 10, shown);
  EXPECT_THAT(shown, ElementsAre(0, 1, 2, 3, 4, 5));
  s.visible(6, 7, 10, shown);
  EXPECT_THAT(shown, ElementsAre(5));
}

TEST(Decimate, AnEmptySeriesIsEmpty) {
  const MinMaxSeries s({}, {});
  std::vector<std::uint32_t> shown{1};
  s.visible(0, 1, 10, shown);
  EXPECT_TRUE(shown.empty());
}

}  // namespace
}  // namespace seawind::gui
