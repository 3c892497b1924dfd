// SPDX-License-Identifier: GPL-3.0-or-later
// Campaigns from before and after a renaming of TCP variants are compared with each other.
#include "controller/report/same_case.h"

#include <gtest/gtest.h>

#include "controller/report/paired.h"
#include "controller/report/recipe.h"
#include "controller/report/reference.h"

namespace seawind::test {
namespace {

CaseResults measured(const std::string& tcp, std::vector<double> values = {1, 2, 3}) {
  CaseResults c;
  c.link = "e0";
  c.router = "q";
  c.tcp = tcp;
  c.workload = "w1";
  c.name = "e0/q/" + tcp + "/w1";
  c.samples[{"", "overall_throughput"}] = std::move(values);
  c.numbers[{"", "overall_throughput"}] = {0, 1, 2};
  return c;
}

CampaignResults campaign(const std::vector<std::string>& variants) {
  CampaignResults out;
  for (const auto& tcp : variants) out.cases.push_back(measured(tcp));
  return out;
}

std::string found(const CampaignResults& in, const std::string& name) {
  const CaseResults* c = find_case(in, name);
  return c == nullptr ? "" : c->name;
}

TEST(SameCase, IsFoundByTheOldAndByTheCurrentName) {
  const auto before = campaign({"baseline", "baseline-period"});
  const auto after = campaign({"baseline", "baseline-legacy"});
  for (const char* const name : {"e0/q/baseline-period/w1", "e0/q/baseline-legacy/w1"}) {
    EXPECT_EQ(found(before, name), "e0/q/baseline-period/w1");
    EXPECT_EQ(found(after, name), "e0/q/baseline-legacy/w1");
  }
  EXPECT_EQ(found(after, "e0/q/baseline/w1"), "e0/q/baseline/w1");
  for (const char* const name :
       {"e0/q/enhanced-period/w1", "r4/q/baseline-period/w1", "e0/q/baseline-period/w2",
        "e0/baseline-period/w1", "baseline-period", "/w1", ""})
    EXPECT_EQ(found(after, name), "") << name;
}

TEST(SameCase, TheNameAsWrittenComesFirst) {
  const auto both = campaign({"baseline-legacy", "baseline-period"});
  EXPECT_EQ(found(both, "e0/q/baseline-period/w1"), "e0/q/baseline-period/w1");
}

TEST(SameCase, OnlyTheTcpVariantIsRenamed) {
  EXPECT_EQ(current_case_name("e0/baseline-period/w1"), "e0/baseline-legacy/w1");
  EXPECT_EQ(current_case_name("baseline-period"), "baseline-period");
  CampaignResults odd;
  odd.cases.push_back(measured("reno"));
  odd.cases[0].name = "baseline-legacy/q/reno/w1";
  EXPECT_EQ(found(odd, "baseline-period/q/reno/w1"), "");
}

TEST(SameCase, CampaignsOfBothNamesAreCompared) {
  const auto before = campaign({"baseline", "enhanced-period"});
  const auto after = campaign({"baseline-legacy", "enhanced-legacy"});
  const auto rows = compare_campaigns(before, after, "", {}, 0.95);
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_EQ(rows[0].case_a, "e0/q/enhanced-period/w1");
  EXPECT_EQ(rows[0].case_b, "e0/q/enhanced-legacy/w1");
  EXPECT_EQ(compare_campaigns(after, before, "", {}, 0.95).size(), 1U);
}

TEST(SameCase, PublishedValuesAndRecipesSelectBothNames) {
  PublishedValue value;
  value.at = {"e0", "", "baseline-legacy", "w1"};
  value.metric = "overall_throughput";
  value.statistic = "median";
  value.value = 2;
  value.judgement = 'A';
  for (const auto& [tcp, count] :
       {std::pair("baseline-period", 1U), {"baseline-legacy", 1U}, {"enhanced-period", 0U}}) {
    EXPECT_EQ(compare({value}, {measured(tcp)}).size(), count) << tcp;
    EXPECT_EQ(CaseFilter{.tcp = {"baseline-legacy"}}.matches(measured(tcp)), count == 1) << tcp;
    EXPECT_EQ(CaseFilter{.tcp = {"baseline-period"}}.matches(measured(tcp)), count == 1) << tcp;
  }
  const auto both = compare({value}, {measured("baseline-period"), measured("baseline-legacy")});
  EXPECT_EQ(both.size(), 0U) << "ambiguous";
}

}  // namespace
}  // namespace seawind::test
