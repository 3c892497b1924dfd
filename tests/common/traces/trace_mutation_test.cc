// SPDX-License-Identifier: GPL-3.0-or-later
// The readers accept or reject files with random changes. Accepted content must satisfy the
// readers' contract. The number of changes is bounded and the seed fixed. The test is most useful
// in the debug preset, under the sanitizers.
#include <gtest/gtest.h>

#include <algorithm>

#include "common/traces/delivery_trace.h"
#include "common/traces/netem_dist.h"
#include "common/traces/rate_csv.h"
#include "tests/support/mutator.h"

namespace seawind {
namespace {

constexpr std::string_view kPieces[] = {"\n",
                                        "\r\n",
                                        ",",
                                        ";",
                                        "\"",
                                        "\"\"",
                                        "#",
                                        "-",
                                        "1e999",
                                        "nan",
                                        "inf",
                                        " ",
                                        "\t",
                                        "0",
                                        "-0",
                                        ".",
                                        "\xff",
                                        {"\0", 1},
                                        "99999999999999999999",
                                        "1e-320",
                                        "0x10",
                                        "time"};

template <typename T>
void expect_contract(const TraceResult<T>& result) {
  EXPECT_LE(result.problems.size(), kMaxProblems + 1);
  for (const TraceProblem& problem : result.problems) {
    EXPECT_FALSE(problem.message.empty());
    EXPECT_TRUE(std::all_of(problem.message.begin(), problem.message.end(),
                            [](char c) { return c >= ' ' && c <= '~'; }));
  }
}

constexpr int kRounds = 5000;

TEST(TraceMutation, NoInputCrashesTheReaders) {
  test::Mutator mutate({.pieces = kPieces, .seed = 2002, .most_erased = 5, .copied_below = 20});
  int refused = 0, accepted = 0;
  const auto count = [&](bool ok) { ++(ok ? accepted : refused); };
  for (int round = 0; round < kRounds; ++round) {
    const auto table = parse_netem_dist(mutate.change("# a table\n-32768 -100 0\n100 32767\n"));
    expect_contract(table);
    count(table.ok());
    EXPECT_EQ(table.ok(), !table.value.empty() && table.problems.empty());

    const auto trace = parse_delivery_trace(mutate.change("0\n1\n1\n7\n100\n"));
    expect_contract(trace);
    count(trace.ok());
    if (trace.ok()) {
      ASSERT_FALSE(trace.value.empty());
      EXPECT_TRUE(std::is_sorted(trace.value.begin(), trace.value.end()));
      EXPECT_GT(trace.value.back(), 0);
    }

    const RateCsvFormat named{.time = "time", .rate = "rate", .rate_unit = "Mbit/s"};
    const auto csv =
        parse_rate_csv(mutate.change("time,\"rate\",x\n0,1.5,a\n0.5,0,\"b,c\"\n2,10,d\n"),
                       round % 2 == 0 ? named : RateCsvFormat{.time = "1", .rate = "2"});
    expect_contract(csv);
    count(csv.ok());
    if (csv.ok()) {
      ASSERT_FALSE(csv.value.empty());
      EXPECT_EQ(csv.value.front().at, Duration());
      for (std::size_t i = 0; i < csv.value.size(); ++i) {
        EXPECT_GE(csv.value[i].rate, 0);
        EXPECT_TRUE(i == 0 || csv.value[i].at > csv.value[i - 1].at);
      }
    }
  }
  EXPECT_GT(refused, kRounds / 10);
  EXPECT_GT(accepted, kRounds / 10);
}

}  // namespace
}  // namespace seawind
