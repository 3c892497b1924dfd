// SPDX-License-Identifier: GPL-3.0-or-later
// Every distribution of a value, and the files that documents name.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "emulator/api/link.pb.h"
#include "tests/common/config_fixture.h"

namespace seawind {
namespace {

class DistributionsTest : public test::ConfigTest {
 protected:
  /// The problems of `law` as the downlink's propagation delay (0s to 1h); the law in `value_`.
  std::string problems_of(const std::string& law, const std::string& key = "propagation_delay") {
    LinkProfile profile;
    const std::string text = read("profiles/x.yaml",
                                  "uplink: {rate_base: 64kbit/s, link_send_buffer_size: 12000B}\n"
                                  "downlink:\n"
                                  "  rate_base: 64kbit/s\n"
                                  "  link_send_buffer_size: 12000B\n"
                                  "  " +
                                      key + ": " + law + "\n",
                                  profile);
    direction_ = profile.downlink();
    value_ = direction_.propagation_delay();
    return text;
  }
  void expect_problem(const std::string& law, const std::string& words) {
    EXPECT_THAT(problems_of(law), testing::HasSubstr("error: " + words + "\n")) << law;
  }

  LinkDirection direction_;
  Distribution value_;
};

TEST_F(DistributionsTest, AreRead) {
  EXPECT_EQ(problems_of("{normal: {mean: 1s, deviation: 100ms, max: 2s}}"), "");
  EXPECT_EQ(value_.normal().deviation(), 1e8);
  EXPECT_FALSE(value_.normal().has_min());
  EXPECT_EQ(problems_of("{lognormal: {median: 1ms, sigma: 0.9, truncation: clamp}}"), "");
  EXPECT_EQ(value_.lognormal().sigma(), 0.9);
  EXPECT_EQ(value_.lognormal().truncation(), Distribution::CLAMP);
  EXPECT_EQ(problems_of("{pareto: {scale: 1ms, shape: 1.5}}"), "");
  EXPECT_EQ(value_.pareto().scale(), 1e6);
  EXPECT_EQ(problems_of("{mixture: [{weight: 80%, min: 1ms, max: 2ms}, {weight: 0.2, min: 3ms, "
                        "max: 3ms}]}"),
            "");
  ASSERT_EQ(value_.mixture().parts_size(), 2);
  EXPECT_EQ(value_.mixture().parts(0).weight(), 0.8);
  EXPECT_EQ(value_.mixture().parts(1).max(), 3e6);
  EXPECT_EQ(problems_of("{empirical: [0s, 1ms, 10ms]}"), "");
  EXPECT_EQ(value_.empirical().quantiles(2), 1e7);
  EXPECT_EQ(problems_of("{list: {values: [1ms, 2ms, 1ms]}}"), "");
  EXPECT_EQ(value_.list().values_size(), 3);
}

TEST_F(DistributionsTest, EveryNumberHasItsRange) {
  expect_problem("{normal: {mean: 2h, deviation: 1s}}",
                 "`mean`: 2h is above 1h (allowed: 0s to 1h)");
  expect_problem("{normal: {mean: 1s, deviation: -1ms}}",
                 "`deviation`: -1ms is below 0s (allowed: 0s to 1h)");
  expect_problem("{lognormal: {median: 1s, sigma: 11}}",
                 "`sigma`: 11 is above 10 (allowed: 0 to 10)");
  expect_problem("{lognormal: {median: 0s, sigma: 1}}", "`lognormal`: `median` must be above 0");
  expect_problem("{pareto: {scale: 1s, shape: 0}}",
                 "`shape`: 0 is below 0.01 (allowed: 0.01 to 1000)");
  expect_problem("{pareto: {scale: 1s, shape: 1, max: 1ms}}",
                 "`pareto`: `max` 1ms must be above `scale` 1s");
  expect_problem("{mixture: [{weight: -1, min: 1ms, max: 2ms}]}",
                 "`weight`: -1 is below 0 (allowed: 0 to 1000000)");
  expect_problem("{mixture: [{weight: 1, min: 3ms, max: 2ms}]}",
                 "`mixture`: part 1: `min` 3ms is above `max` 2ms");
  expect_problem("{mixture: [{weight: 0, min: 1ms, max: 2ms}]}",
                 "`mixture`: the weights are all 0");
  expect_problem("{mixture: []}", "`mixture`: `parts` is empty: at least one is needed");
  expect_problem("{empirical: [1ms]}", "`empirical`: a table needs at least 2 quantiles");
  expect_problem("{empirical: [2ms, 1ms]}",
                 "`empirical`: quantiles must be in ascending order: 1ms follows 2ms");
  expect_problem("{list: [1ms, 2]}", "`list` needs a unit: 300ms, 0.3s");
  expect_problem("{list: []}", "`list`: a list needs at least one value");
  expect_problem("{netem: {mean: 1ms, sigma: 1ms}}", "`netem`: `file` is missing");
}

TEST_F(DistributionsTest, FilesTravelAsTheirContent) {
  tree_.write("profiles/t.dist", "# a table\n-8192 0\n8192\n");
  EXPECT_EQ(problems_of("{netem: {file: t.dist, mean: 30ms, sigma: 5ms}}"), "");
  EXPECT_THAT(value_.netem().table(), testing::ElementsAre(-8192, 0, 8192));
  tree_.write("profiles/d.txt", "1ms\n# twice\n2ms # the second\n\n");
  EXPECT_EQ(problems_of("{list: {file: d.txt}}"), "");
  EXPECT_THAT(value_.list().values(), testing::ElementsAre(1e6, 2e6));
  tree_.write("profiles/rates.csv", "t,mbps\n10,1\n12,2.5\n");
  EXPECT_EQ(problems_of("{file: rates.csv, rate_column: mbps, time_column: t, rate_unit: Mbit/s}",
                        "rate_schedule"),
            "");
  ASSERT_EQ(direction_.rate_schedule().steps_size(), 2);
  EXPECT_EQ(direction_.rate_schedule().steps(1).at(), 2'000'000'000);
  EXPECT_EQ(direction_.rate_schedule().steps(1).rate(), 2'500'000);
  tree_.write("profiles/m.down", "1\n1\n5\n");
  EXPECT_EQ(problems_of("{file: m.down}", "delivery_trace"), "");
  EXPECT_THAT(direction_.delivery_trace().at_ms(), testing::ElementsAre(1, 1, 5));
}

TEST_F(DistributionsTest, AByteOrderMarkIsSkipped) {
  const std::string mark = "\xEF\xBB\xBF";
  const char* const columns = "{file: rates.csv, time_column: t, rate_column: r}";
  tree_.write("profiles/rates.csv", mark + "t,r\n0,1\n");
  EXPECT_EQ(problems_of(columns, "rate_schedule"), "");
  tree_.write("profiles/rates.csv", mark + "x, r\n0,1\n");
  EXPECT_EQ(problems_of(columns, "rate_schedule"),
            "profiles/rates.csv:1:1: error: no column `t`; the columns are `x`, `r`\n"
            "    x, r\n"
            "    ^\n");
  tree_.write("profiles/m.down", mark + "1\n");
  EXPECT_EQ(problems_of("{file: m.down}", "delivery_trace"), "");
}

TEST_F(DistributionsTest, FilesAreRefusedByTheirLines) {
  tree_.write("profiles/d.txt", "1ms\n2h\nx\n");
  EXPECT_THAT(problems_of("{list: {file: d.txt}}"),
              testing::AllOf(testing::HasSubstr("profiles/d.txt:2:1: error: 2h is above 1h"),
                             testing::HasSubstr("profiles/d.txt:3:1: error: `x` is not a number")));
  EXPECT_EQ(problems_of("{list: {file: none.txt}}"),
            "profiles/x.yaml:5:36: error: there is no file `none.txt`: looked for "
            "profiles/none.txt\n"
            "      propagation_delay: {list: {file: none.txt}}\n"
            "                                       ^~~~~~~~\n");
  EXPECT_THAT(problems_of("{list: {file: d.txt, values: [1ms]}}"),
              testing::HasSubstr("`values` and `file` exclude each other: give exactly one"));
  tree_.write("profiles/m.down", "5\n1\n");
  EXPECT_THAT(problems_of("{file: m.down}", "delivery_trace"),
              testing::HasSubstr("profiles/m.down:2:1: error: "));
  tree_.write("profiles/rates.csv", "0,1\n1, x\n");
  EXPECT_EQ(problems_of("{file: rates.csv}", "rate_schedule"),
            "profiles/rates.csv:2:4: error: `x` is not a rate, a plain number\n"
            "    1, x\n"
            "       ^\n");
}

TEST_F(DistributionsTest, OffInOneStateIsRefused) {
  EXPECT_THAT(problems_of("{bad: {delay_drop_threshold: off}}", "states"),
              testing::HasSubstr("`delay_drop_threshold` cannot be off in one state only"));
}

}  // namespace
}  // namespace seawind
