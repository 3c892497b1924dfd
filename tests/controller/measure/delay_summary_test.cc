// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/measure/delay_summary.h"

#include <gtest/gtest.h>

namespace seawind {
namespace {

TEST(DelaySummary, ExtremesAreExactAndTheMedianIsClose) {
  DelaySummary d;
  for (const std::int64_t ns : std::initializer_list<std::int64_t>{309'500'000, 3'404'000'001,
                                                                   2'599'123'456, 1, 2'600'000'000})
    d.add(ns);
  EXPECT_EQ(d.count(), 5u);
  EXPECT_EQ(d.min(), 1);
  EXPECT_EQ(d.max(), 3'404'000'001);
  EXPECT_NEAR(static_cast<double>(d.median()), 2'599'123'456, 2'599'123'456 * 0.0005);
}

TEST(DelaySummary, SmallValuesAreExact) {
  DelaySummary d;
  for (const std::int64_t ns : {3, 900, 17, 5}) d.add(ns);
  EXPECT_EQ(d.median(), 5);
}

TEST(DelaySummary, EveryMedianIsWithinItsBound) {
  for (std::int64_t ns = 1; ns < (std::int64_t{1} << 45); ns = ns * 3 / 2 + 1) {
    DelaySummary d;
    d.add(0);
    d.add(ns);
    d.add(std::int64_t{1} << 46);
    EXPECT_NEAR(static_cast<double>(d.median()), static_cast<double>(ns),
                static_cast<double>(ns) * 0.0005);
  }
}

TEST(DelaySummary, OfNoValues) {
  EXPECT_EQ(DelaySummary().median(), 0);
}

}  // namespace
}  // namespace seawind
