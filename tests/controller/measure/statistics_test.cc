// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/measure/statistics.h"

#include <gtest/gtest.h>

#include <vector>

namespace seawind {
namespace {

struct Row {
  std::vector<double> values;
  double min, q1, median, q3, max, mean;
};
class StatisticsTable : public testing::TestWithParam<Row> {};

TEST_P(StatisticsTable, Type7) {
  const Row& row = GetParam();
  const Statistics s = summarize(row.values);
  EXPECT_EQ(s.count, row.values.size());
  EXPECT_DOUBLE_EQ(s.min, row.min);
  EXPECT_DOUBLE_EQ(s.q1, row.q1);
  EXPECT_DOUBLE_EQ(s.median, row.median);
  EXPECT_DOUBLE_EQ(s.q3, row.q3);
  EXPECT_DOUBLE_EQ(s.max, row.max);
  EXPECT_DOUBLE_EQ(s.mean, row.mean);
  EXPECT_DOUBLE_EQ(s.iqr(), row.q3 - row.q1);
}

// Quartiles of R's quantile(x, type = 7).
INSTANTIATE_TEST_SUITE_P(Statistics, StatisticsTable,
                         testing::Values(Row{{5}, 5, 5, 5, 5, 5, 5},
                                         Row{{2, 1}, 1, 1.25, 1.5, 1.75, 2, 1.5},
                                         Row{{3, 1, 2}, 1, 1.5, 2, 2.5, 3, 2},
                                         Row{{4, 3, 2, 1}, 1, 1.75, 2.5, 3.25, 4, 2.5},
                                         Row{{10, 20, 30, 40, 50, 60}, 10, 22.5, 35, 47.5, 60, 35},
                                         Row{{7, 7, 7, 7}, 7, 7, 7, 7, 7, 7}));

TEST(Statistics, OfNothingCountsNothing) {
  EXPECT_EQ(summarize({}).count, 0u);
}

}  // namespace
}  // namespace seawind
