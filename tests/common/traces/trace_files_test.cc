// SPDX-License-Identifier: GPL-3.0-or-later
// The readers of trace files: accepted input, and every error with its line.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "common/traces/delivery_trace.h"
#include "common/traces/netem_dist.h"
#include "common/traces/rate_csv.h"

namespace seawind {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

template <typename T>
void expect_problem(const TraceResult<T>& result, int line, const std::string& text) {
  ASSERT_FALSE(result.ok()) << text;
  EXPECT_EQ(result.problems.front().line, line) << text;
  EXPECT_THAT(result.problems.front().message, HasSubstr(text));
}

TEST(NetemDist, ReadsNumbersBetweenAnyWhiteSpaceAndLeavesCommentsOut) {
  const auto result = parse_netem_dist("# normal\n -32768 -1\t0\r\n\n32767 # the last\n#5\n7");
  ASSERT_TRUE(result.ok());
  EXPECT_THAT(result.value, ElementsAre(-32768, -1, 0, 32767, 7));
}

TEST(NetemDist, ReportsErrorAndPlace) {
  expect_problem(parse_netem_dist("1\n2 x\n"), 2, "`x` is not an integer");
  expect_problem(parse_netem_dist("1\n\n32768\n"), 3, "`32768` is not an integer from -32768");
  expect_problem(parse_netem_dist("1.5"), 1, "`1.5`");
  expect_problem(parse_netem_dist("# nothing\n"), 0, "no entries");
  expect_problem(parse_netem_dist(""), 0, "no entries");
  std::string most;
  for (std::size_t i = 0; i < kMaxNetemEntries; ++i) most += "1\n";
  EXPECT_TRUE(parse_netem_dist(most).ok());
  expect_problem(parse_netem_dist(most + "1\n"), 16385, "more than 16384 entries");
}

TEST(NetemDist, CollectsProblemsUpToALimit) {
  std::string text;
  for (int i = 0; i < 100; ++i) text += "x\n";
  EXPECT_EQ(parse_netem_dist(text).problems.size(), kMaxProblems);
}

TEST(DeliveryTrace, ReadsMilliseconds) {
  const auto result = parse_delivery_trace("0\n0\n5\r\n5\n12");
  ASSERT_TRUE(result.ok());
  EXPECT_THAT(result.value, ElementsAre(0, 0, 5, 5, 12));
}

TEST(DeliveryTrace, ReportsErrorAndPlace) {
  expect_problem(parse_delivery_trace(""), 0, "no lines");
  expect_problem(parse_delivery_trace("1\n\n2\n"), 2, "an empty line");
  expect_problem(parse_delivery_trace("1\n 2\n"), 2, "` 2` is not a number of milliseconds");
  expect_problem(parse_delivery_trace("1\n-2\n"), 2, "`-2`");
  expect_problem(parse_delivery_trace("1\n99999999999999999999\n"), 2, "is not a number");
  expect_problem(parse_delivery_trace("1\n31622400001\n"), 2, "from 0 to 31622400000");
  expect_problem(parse_delivery_trace("3\n2\n"), 2, "2 ms comes after 3 ms");
  expect_problem(parse_delivery_trace("0\n0\n"), 2, "must be above 0");
}

RateStep step(std::int64_t ms, std::int64_t rate) {
  return {Duration::milliseconds(ms), rate};
}

TEST(RateCsv, ColumnsByNumberWithAndWithoutAHeader) {
  const RateCsvFormat format{.time_unit = "ms", .rate_unit = "kbit/s"};
  for (const char* text : {"1000,64\n1500,0\n2000,9.6\n",
                           "# log\nwhen,how much\n\n 1000 , 64\r\n1500,0\n#\n2000,9.6"}) {
    const auto result = parse_rate_csv(text, format);
    ASSERT_TRUE(result.ok()) << result.problems.front().message;
    EXPECT_THAT(result.value, ElementsAre(step(0, 64'000), step(500, 0), step(1000, 9600)));
  }
}

TEST(RateCsv, ColumnsByNameUnitsAndQuotes) {
  const RateCsvFormat format{.time = "t (s)", .rate = "DL, \"net\"", .rate_unit = "MB/s"};
  const auto result = parse_rate_csv(
      "cell,\"DL, \"\"net\"\"\",t (s),\n7,1.25,1700000000.5,\n8,\"2\" ,1700000001,", format);
  ASSERT_TRUE(result.ok()) << result.problems.front().message;
  EXPECT_THAT(result.value, ElementsAre(step(0, 10'000'000), step(500, 16'000'000)));
}

TEST(RateCsv, ReportsErrorAndPlace) {
  const RateCsvFormat numbers;
  expect_problem(parse_rate_csv("", numbers), 0, "no rows");
  expect_problem(parse_rate_csv("time,rate\n", numbers), 0, "no rows");
  expect_problem(parse_rate_csv("0,1\n1,x\n", numbers), 2, "`x` is not a rate");
  expect_problem(parse_rate_csv("0,1\nnan,1\n", numbers), 2, "`nan` is not a time");
  expect_problem(parse_rate_csv("0,1\n1\n", numbers), 2, "no rate: the row has 1 columns");
  expect_problem(parse_rate_csv("0,1\n1,2\n1,3\n", numbers), 3, "not later than the row before");
  expect_problem(parse_rate_csv("0,1\n1e-10,3\n", numbers), 2, "less than a nanosecond");
  expect_problem(parse_rate_csv("0,1\n1,-1\n", numbers), 2, "outside 0 to 100 Gbit/s");
  expect_problem(parse_rate_csv("0,1\n1,1e12\n", numbers), 2, "outside 0 to 100 Gbit/s");
  expect_problem(parse_rate_csv("0,1\n2592000.1,1\n", numbers), 2, "more than 720h");
  expect_problem(parse_rate_csv("0,1\n\"1,1\n", numbers), 2, "a quote that is not closed");
  expect_problem(parse_rate_csv("0,1\n\"1\"2,1\n", numbers), 2, "a quote that is not closed");
  expect_problem(parse_rate_csv("a,b\n0,1\n", {.time = "t"}), 1,
                 "no column `t`; the columns are `a`, `b`");
  expect_problem(parse_rate_csv("0,1\n", {.time_unit = "h"}), 0, "`h` is not a unit of time");
  expect_problem(parse_rate_csv("0,1\n", {.rate_unit = "Mbps"}), 0, "`Mbps` is not a unit of rate");
}

TEST(RateCsv, AProblemOfAValueHasTheColumnOfItsField) {
  const auto column = [](const char* text) {
    const auto result = parse_rate_csv(text, {.time = "2", .rate = "3"});
    EXPECT_FALSE(result.ok()) << text;
    return result.ok() ? 0 : result.problems.front().column;
  };
  EXPECT_EQ(column("a,0,x\n"), 5);
  EXPECT_EQ(column("\"a,\"\"b\"\"\", x ,1\n"), 12);
  EXPECT_EQ(column("a,0,-1\n"), 5);
  EXPECT_EQ(column("a,0,1\nabc, \"0\" ,1\n"), 6);
  EXPECT_EQ(column("a,0,1\na,2592001,1\n"), 3);
  EXPECT_EQ(column("a,0,\"1\n"), 5);
  EXPECT_EQ(column("a,,1\n"), 3);
  EXPECT_EQ(column("a,1\n"), 1);  // no rate
}

}  // namespace
}  // namespace seawind
