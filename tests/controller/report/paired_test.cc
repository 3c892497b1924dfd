// SPDX-License-Identifier: GPL-3.0-or-later
// Comparisons of cases with each other and with published values.
#include "controller/report/paired.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "controller/report/comparison_text.h"
#include "tests/controller/store/stored_campaign.h"

namespace seawind::test {
namespace {

using testing::HasSubstr;

CaseResults with(std::vector<int> numbers, std::vector<double> values) {
  CaseResults c;
  c.name = "case";
  c.link = "e0";
  c.samples[{"slower", "elapsed"}] = std::move(values);
  c.numbers[{"slower", "elapsed"}] = std::move(numbers);
  c.units[{"slower", "elapsed"}] = "s";
  return c;
}

TEST(Pairwise, MatchesByTheNumberOfTheRepetition) {
  // Repetition 1 failed in a, repetition 3 in b. The pairs are the others, each 10 longer in b.
  const auto rows =
      compare_pairwise(with({0, 2, 3, 4, 5, 6, 7}, {1, 3, 77, 5, 6, 8, 7}),
                       with({0, 1, 2, 4, 5, 6, 7}, {11, 99, 13, 15, 16, 18, 17}), {}, 0.95);
  ASSERT_EQ(rows.size(), 1u);
  EXPECT_EQ(rows[0].result.pairs, 6u);
  EXPECT_EQ(rows[0].result.median_difference, 10);
  EXPECT_EQ(rows[0].result.interval->low, 10);
  EXPECT_TRUE(rows[0].result.decided());
  EXPECT_EQ(rows[0].unit, "s");
}

TEST(Pairwise, NeedsTwoPairs) {
  EXPECT_TRUE(compare_pairwise(with({0, 1}, {1, 2}), with({1, 2}, {1, 2}), {}, 0.95).empty());
}

TEST(Pairwise, TextAndJsonSayTheSame) {
  const StoredCampaign campaign(quickstart_cases());
  const auto results = load_results(campaign.directory());
  const auto rows =
      compare_pairwise(results.cases[0], results.cases[1], {{"", "overall_throughput"}}, 0.95);
  ASSERT_EQ(rows.size(), 1u);
  // 7817 7811 7820 7825 7815 7830 against 7872 7869 7874 7880 7871 7873: 55 58 54 55 56 43.
  EXPECT_EQ(rows[0].result.median_difference, 55);
  const std::string text = paired_text(rows, 0.95);
  EXPECT_THAT(text, HasSubstr("e0/tail-drop-20/enhanced/w1 against e0/tail-drop-20/baseline/w1"));
  EXPECT_THAT(text, HasSubstr(" *\n"));
  const auto json = paired_json(rows, 0.95);
  EXPECT_EQ(json["pairs"][0]["median_difference"], 55);
  EXPECT_EQ(json["pairs"][0]["n"], 6);
  EXPECT_EQ(json["pairs"][0]["rank_biserial"], 1);
}

TEST(Pairwise, WhatIsUndefinedIsNoZero) {
  const auto rows =
      compare_pairwise(with({0, 1, 2}, {0, 0, 0}), with({0, 1, 2}, {47, 47, 47}), {}, 0.95);
  EXPECT_THAT(paired_text(rows, 0.95),
              testing::ContainsRegex("elapsed \\[s\\] +47 +- +- +- +1.00  3\n"));
  const auto pair = paired_json(rows, 0.95)["pairs"][0];
  EXPECT_TRUE(pair["relative"].is_null());
  EXPECT_TRUE(pair["cohens_d"].is_null());
}

TEST(Campaigns, ADropReasonOfOneOfThemIsZeroInTheOther) {
  CampaignResults a, b;
  for (CampaignResults* one : {&a, &b}) {
    one->cases.push_back(with({0, 1}, {1, 1}));
    one->cases[0].samples[{"downlink", "drops_congestion"}] = {0, 0};
    one->cases[0].numbers[{"downlink", "drops_congestion"}] = {0, 1};
  }
  const MetricKey outage{"downlink", "drops_outage"};
  b.cases[0].samples[outage] = {3, 5};
  b.cases[0].numbers[outage] = {0, 1};
  b.cases[0].units[outage] = "packets";
  const auto rows = compare_campaigns(a, b, " of b", {outage}, 0.95);
  ASSERT_EQ(rows.size(), 1u);
  EXPECT_EQ(rows[0].result.median_difference, 4);
  EXPECT_EQ(rows[0].case_b, "case of b");
}

TEST(Campaigns, OtherSeedsLinksAndStartsOfFlowsAreNamed) {
  CampaignInfo info;
  info.seed = 1;
  CampaignInfo other = info;
  Plan a;
  a.mutable_test_set()->set_repetitions(2);
  Case& one = *a.add_cases();
  one.set_id("case");
  Flow& flow = *one.mutable_workload()->add_flows();
  flow.set_name("third");
  flow.mutable_start_spread()->set_to(4'000'000'000);
  Plan b = a;
  EXPECT_EQ(different_repetitions(info, a, other, b), "");
  b.mutable_cases(0)->set_id("other");
  EXPECT_EQ(different_repetitions(info, a, other, b), "the campaigns have no case in common");
  b = a;
  b.mutable_test_set()->set_repetitions(4);
  EXPECT_EQ(different_repetitions(info, a, other, b),
            "flows start at different times: `third` in repetition 1 of case after 2s and 1s");
  b.mutable_cases(0)->mutable_link()->mutable_downlink()->set_max_packet_size(1000);
  EXPECT_EQ(different_repetitions(info, a, other, b),
            "the links of case differ: its repetitions had different channels");
  b = a;
  a.mutable_cases(0)->add_changes()->set_at_ns(1);
  b.mutable_cases(0)->add_changes()->mutable_hop()->mutable_downlink_router();
  b.mutable_cases(0)->mutable_changes(0)->set_at_ns(1);
  EXPECT_EQ(different_repetitions(info, a, other, b), "");
  // A change of the router alone is none of the link.
  a.mutable_cases(0)->clear_changes();
  EXPECT_EQ(different_repetitions(info, a, other, b), "");
  auto slower = [](Plan& plan, std::int64_t at_ns) {
    TimedChangeSpec& change = *plan.mutable_cases(0)->add_changes();
    change.set_at_ns(at_ns);
    change.mutable_hop()->mutable_link()->mutable_downlink()->set_max_packet_size(1000);
  };
  slower(a, 5);
  slower(b, 5);
  EXPECT_EQ(different_repetitions(info, a, other, b), "");
  b.mutable_cases(0)->mutable_changes(1)->set_at_ns(6);
  EXPECT_EQ(different_repetitions(info, a, other, b),
            "the links of case differ: its repetitions had different channels");
  b.mutable_test_set()->set_settle(1'500'000'000);
  EXPECT_EQ(different_repetitions(info, a, other, b),
            "`settle` differs (0ns and 1.5s): the flows met the channel at different times");
  other.seed = 2;
  EXPECT_THAT(different_repetitions(info, a, other, b), HasSubstr("different seeds (1 and 2)"));
}

TEST(Published, TextAndJsonHaveVerdictsAndValues) {
  const StoredCampaign campaign(quickstart_cases());
  const auto results = load_results(campaign.directory());
  const auto comparisons = compare(load_reference(std::filesystem::path(SEAWIND_SOURCE_DIR) /
                                                  "configs/testsets/reference/reference.yaml"),
                                   results.cases);
  const std::string text = comparison_text(results, comparisons, 500);
  EXPECT_THAT(text, HasSubstr("A: "));
  EXPECT_THAT(text, HasSubstr(": " + std::to_string(comparisons.size()) +
                              " of 500 published values belong to a case and metric of it\n"));
  EXPECT_THAT(text, HasSubstr("overall_throughput"));
  EXPECT_THAT(text, HasSubstr("[002:560]"));
  const auto json = nlohmann::json::parse(comparison_json(results, comparisons, 500));
  EXPECT_GT(json["values"].size(), 20u);
  EXPECT_EQ(json["published"], 500);
  EXPECT_EQ(
      json["verdicts"]["A"]["within"].get<int>() + json["verdicts"]["A"]["outside"].get<int>(),
      std::count_if(comparisons.begin(), comparisons.end(),
                    [](const auto& c) { return c.published.judgement == 'A'; }));
}

}  // namespace
}  // namespace seawind::test
