// SPDX-License-Identifier: GPL-3.0-or-later
// Every flow of every generator has rows in reports.
#include "controller/report/headline.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "controller/testset/generator_name.h"
#include "tests/controller/store/stored_campaign.h"

namespace seawind::test {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Not;

std::vector<const google::protobuf::FieldDescriptor*> generators() {
  const auto* oneof = Flow::descriptor()->FindOneofByName("generator");
  std::vector<const google::protobuf::FieldDescriptor*> out;
  for (int i = 0; i < oneof->field_count(); ++i) out.push_back(oneof->field(i));
  return out;
}

Flow& add_flow(Plan& plan, const std::string& name, const std::string& generator,
               Flow::Role role = Flow::BULK) {
  if (plan.cases().empty()) plan.add_cases();
  Flow& flow = *plan.mutable_cases(0)->mutable_workload()->add_flows();
  flow.set_name(name);
  flow.set_role(role);
  flow.GetReflection()->MutableMessage(&flow, Flow::descriptor()->FindFieldByName(generator));
  return flow;
}

/// Results of one case in which every metric of `flows` that has a headline was measured.
CampaignResults all_measured(const std::vector<std::string>& flows) {
  CampaignResults results;
  CaseResults c;
  for (const auto* generator : generators())
    for (const char* metric : headline(generator->name()))
      for (const auto& flow : flows) c.samples[{flow, metric}] = {1.0};
  results.cases.push_back(c);
  return results;
}

std::vector<std::string> names(const std::vector<ReportMetric>& metrics) {
  std::vector<std::string> out;
  for (const auto& m : metrics) out.push_back(m.flow + "/" + m.metric);
  return out;
}

TEST(Headline, EveryGeneratorHasOneAndEachOfItsMetricsHasATitle) {
  for (const auto* generator : generators()) {
    EXPECT_THAT(headline(generator->name()), Not(IsEmpty())) << generator->name();
    for (const char* metric : headline(generator->name()))
      EXPECT_TRUE(flow_metric("f", metric)) << generator->name() << " " << metric;
  }
  EXPECT_THAT(headline("none"), IsEmpty());
}

TEST(Headline, TheReferencePageListsThem) {
  const std::string page =
      read_text(std::filesystem::path(SEAWIND_SOURCE_DIR) / "docs/reference/metrics.md");
  for (const auto* generator : generators()) {
    std::string row = "\n| `" + std::string(generator->name()) + "` | `";
    const auto metrics = headline(generator->name());
    for (std::size_t i = 0; i < metrics.size(); ++i)
      row += std::string(i == 0 ? "" : "`, `") + metrics[i];
    EXPECT_THAT(page, testing::HasSubstr(row + "` |\n"));
  }
}

TEST(Headline, AFlowOfEachGeneratorHasItsRows) {
  for (const auto* generator : generators()) {
    Plan plan;
    add_flow(plan, "mine", generator->name());
    std::vector<std::string> expected;
    for (const char* metric : headline(generator->name()))
      expected.push_back(std::string("mine/") + metric);
    // Nothing is stored by class here, so the flow's own metrics are shown.
    const auto found = headline_metrics(plan, all_measured({"mine"}));
    EXPECT_EQ(names(found.flows), expected) << generator->name();
    EXPECT_EQ(names(found.compared), std::vector{expected.front()}) << generator->name();
  }
}

TEST(Headline, FlowsOfAClassAreShownByClassAndTheOthersByName) {
  Plan plan;
  add_flow(plan, "echo", "ping");
  add_flow(plan, "a", "bulk_tcp");
  add_flow(plan, "b", "bulk_tcp");
  add_flow(plan, "c", "bulk_tcp", Flow::COMPETITOR);
  const auto found =
      headline_metrics(plan, all_measured({"echo", "a", "b", "c", "faster", "slower", "third"}));
  EXPECT_THAT(names(found.compared),
              ElementsAre("faster/elapsed", "slower/elapsed", "third/elapsed", "echo/rtt_median"));
  EXPECT_EQ(found.flows.front().title, "Faster, elapsed");
  EXPECT_EQ(found.flows.back().title, "echo, lost");
}

TEST(Headline, MetricsOfTheFlowsLogAreShownBesideItsClass) {
  Plan plan;
  add_flow(plan, "video", "tfrc");
  CampaignResults results = all_measured({"stream"});
  results.cases[0].samples.erase({"stream", "smoothness"});
  results.cases[0].samples[{"video", "smoothness"}] = {0.5};
  EXPECT_EQ(names(headline_metrics(plan, results).flows).back(), "video/smoothness");
}

TEST(Headline, MetricsOfTheFlowsLogsAreThoseOfEveryWorkload) {
  Plan plan;
  add_flow(plan, "video", "tfrc");
  *plan.add_cases() = plan.cases(0);
  plan.mutable_cases(1)->mutable_workload()->mutable_flows(0)->set_name("film");
  CampaignResults results = all_measured({"stream"});
  results.cases[0].samples.erase({"stream", "smoothness"});
  for (const char* flow : {"video", "film"}) results.cases[0].samples[{flow, "smoothness"}] = {0.5};
  const auto found = headline_metrics(plan, results);
  EXPECT_THAT(names(found.flows), Contains("video/smoothness"));
  EXPECT_THAT(names(found.flows), Contains("film/smoothness"));
  EXPECT_THAT(names(found.compared), ElementsAre("stream/throughput"));
}

TEST(Headline, MetricsThatNoCaseHasAreLeftOut) {
  Plan plan;
  add_flow(plan, "echo", "ping");
  CampaignResults results;
  results.cases.emplace_back().samples[{"echo", "rtt_max"}] = {0.1};
  const auto found = headline_metrics(plan, results);
  EXPECT_THAT(names(found.flows), ElementsAre("echo/rtt_max"));
  EXPECT_THAT(found.workload, IsEmpty());
  EXPECT_EQ(found.keys(), std::vector{MetricKey("echo", "rtt_max")});
}

}  // namespace
}  // namespace seawind::test
