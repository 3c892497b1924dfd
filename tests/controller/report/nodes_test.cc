// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/report/nodes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace seawind::test {
namespace {

using testing::EndsWith;
using testing::HasSubstr;

// With two degrees of freedom the tail of the chi-squared distribution is exp(-H/2). H was computed
// from the definition with another program.
TEST(KruskalWallis, IsThatOfTheDefinition) {
  const std::vector<double> values{6.4, 6.8, 7.2, 8.3, 8.4, 9.1, 9.4, 9.7, 2.5, 3.7, 4.9,
                                   5.4, 5.9, 8.1, 8.2, 1.3, 4.1, 4.9, 5.2, 5.5, 8.2};
  const std::vector<int> groups{0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2};
  EXPECT_NEAR(kruskal_wallis(values, groups), std::exp(-9.849062 / 2), 2e-4);
}

TEST(KruskalWallis, EqualValuesAndOneGroupDifferInNothing) {
  EXPECT_EQ(
      kruskal_wallis(std::vector<double>(10, 3.0), std::vector<int>{0, 0, 0, 0, 0, 1, 1, 1, 1, 1}),
      1);
  EXPECT_EQ(kruskal_wallis(std::vector<double>{1, 2, 3}, std::vector<int>{4, 4, 4}), 1);
}

TEST(KruskalWallis, ErrsAsOftenAsItSays) {
  std::mt19937_64 random(7);
  int rejected = 0;
  constexpr int kTrials = 2000;
  for (int trial = 0; trial < kTrials; ++trial) {
    std::vector<double> values;
    std::vector<int> groups;
    for (int i = 0; i < 40; ++i) {
      values.push_back(static_cast<double>(random() >> 11U));
      groups.push_back(i % 4);
    }
    rejected += kruskal_wallis(values, groups) < 0.05;
  }
  EXPECT_NEAR(rejected / static_cast<double>(kTrials), 0.05, 0.015);
}

class NodeEffect : public testing::Test {
 protected:
  NodeEffect() {
    results_.nodes = {"n1", "n2"};
    results_.cases.emplace_back().name = "e0/base";
  }
  /// Values 1, 2, ... in turn on the nodes; those on n2 greater by `more`.
  void fill(int repetitions, double more) {
    CaseResults& c = results_.cases.front();
    c.nodes.clear();
    std::vector<double> values;
    std::vector<int> numbers;
    for (int i = 0; i < repetitions; ++i) {
      c.nodes.emplace_back(i, i % 2);
      numbers.push_back(i);
      values.push_back(i + 1 + (i % 2 == 1 ? more : 0));
    }
    c.samples[{"", "total_elapsed"}] = values;
    c.numbers[{"", "total_elapsed"}] = numbers;
  }
  std::string effect() const {
    return node_effect(results_, {{"", "total_elapsed", "Total elapsed", "s"}});
  }
  CampaignResults results_;
};

TEST_F(NodeEffect, IsToldWhenItExceedsThatOfChance) {
  fill(40, 0.5);
  EXPECT_EQ(effect(), "");
  fill(40, 100);
  EXPECT_THAT(effect(), HasSubstr("most in Total elapsed of e0/base: medians from 20 s on n1, "
                                  "121 s on n2 (Kruskal-Wallis, p = "));
}

TEST_F(NodeEffect, SaysHowManyComparisonsAreOfTwoNodes) {
  fill(40, 100);
  EXPECT_THAT(effect(), EndsWith("Comparisons pair repetitions of one node."));
  CaseResults other = results_.cases.front();
  other.name = "r4/base";
  other.nodes[7].second = 0;
  results_.cases.push_back(other);
  EXPECT_THAT(effect(),
              EndsWith("Comparisons pair repetitions of one node, but for 1 of 40 numbers."));
}

TEST_F(NodeEffect, NeedsFiveRepetitionsOfANode) {
  fill(9, 100);
  EXPECT_EQ(effect(), "");
  results_.cases.front().nodes.clear();
  EXPECT_EQ(effect(), "");
}

}  // namespace
}  // namespace seawind::test
