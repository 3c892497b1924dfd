// SPDX-License-Identifier: GPL-3.0-or-later
// The readers accept or reject files with random changes. Accepted content must satisfy the
// readers' contract. The number of changes is bounded and the seed fixed. The test is most useful
// in the debug preset, under the sanitizers.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "common/traces/delivery_trace.h"
#include "common/traces/netem_dist.h"
#include "common/traces/rate_csv.h"

namespace seawind {
namespace {

const std::string kPieces[] = {"\n",
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
                               std::string(1, '\0'),
                               "99999999999999999999",
                               "1e-320",
                               "0x10",
                               "time"};

class Mutator {
 public:
  std::string change(std::string text) {
    for (std::size_t n = 1 + below(4); n > 0; --n) {
      const std::size_t at = below(text.size() + 1);
      switch (below(4)) {
        case 0:
          text.insert(at, kPieces[below(std::size(kPieces))]);
          break;
        case 1:
          text.erase(at, 1 + below(5));
          break;
        case 2:
          if (at < text.size()) text[at] = static_cast<char>(random_());
          break;
        default:
          text.insert(at, text.substr(below(text.size() + 1), below(20)));
          break;
      }
    }
    return text;
  }

 private:
  std::size_t below(std::size_t n) { return static_cast<std::size_t>(random_() % n); }
  std::mt19937_64 random_{2002};
};

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
  Mutator mutate;
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
