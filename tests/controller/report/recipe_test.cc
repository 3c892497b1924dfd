// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/report/recipe.h"

#include <gmock/gmock.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "common/error.h"
#include "controller/report/draw.h"
#include "controller/store/layout.h"
#include "controller/store/repetitions.h"
#include "tests/controller/store/campaign_fixture.h"
#include "tests/support/temp_tree.h"

namespace seawind::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Recipe full() {
  Recipe r;
  r.view = "versus";
  r.metric = "slower/elapsed";
  r.against = "overall_throughput";
  r.cases = {{"e0", "r4"}, {"tail-drop-20"}, {"baseline"}, {}, "W1"};
  r.x = {.from = 0.1, .to = 1e6, .logarithmic = true};
  r.y = {.from = -3};
  return r;
}

TEST(Recipe, ReadsWhatItSaves) {
  const TempTree tree;
  for (const Recipe& r : {Recipe{}, full()}) {
    save_recipe(r, tree.root() / "r.yaml");
    EXPECT_EQ(load_recipe(tree.root() / "r.yaml"), r);
  }
  Recipe course;
  course.view = "sequence";
  course.flow = "bulk1";
  course.repetition = 3;
  course.x.from = 2;
  save_recipe(course, tree.root() / "r.yaml");
  EXPECT_EQ(load_recipe(tree.root() / "r.yaml"), course);
  EXPECT_FALSE(std::filesystem::exists(tree.root() / "r.yaml.new"));
}

TEST(Recipe, TheTextIsSmall) {
  Recipe r;
  r.cases.link = {"r4"};
  EXPECT_EQ(recipe_yaml(r),
            "# An analysis of Seawind (docs/reference/recipe.md)\n"
            "view: boxes\nmetric: overall_throughput\ncases:\n  link: [r4]\n");
}

TEST(Recipe, ItsFileIsSmallToo) {
  const TempTree tree;
  const auto file = tree.write("r.yaml", "view: boxes\n#" + std::string(kLargestRecipe, ' '));
  EXPECT_THAT([&] { load_recipe(file); },
              testing::ThrowsMessage<Error>(HasSubstr("it is larger than 1024 KiB")));
  EXPECT_THAT([&] { load_recipe(tree.root()); },
              testing::ThrowsMessage<Error>(HasSubstr("it is a folder")));
}

struct Wrong {
  const char* text;
  const char* said;
};
class WrongRecipe : public testing::TestWithParam<Wrong> {};

TEST_P(WrongRecipe, IsRefusedWithItsPlace) {
  const TempTree tree;
  const auto file = tree.write("r.yaml", GetParam().text);
  try {
    load_recipe(file);
    FAIL() << GetParam().text;
  } catch (const Error& e) {
    EXPECT_EQ(tree.without_root(e.what()), GetParam().said);
  }
}

INSTANTIATE_TEST_SUITE_P(
    All, WrongRecipe,
    testing::Values(
        Wrong{"view: pie\n",
              "r.yaml:1:7: error: `pie` is no view: boxes, cdf, starts, versus, timeline or "
              "sequence"},
        Wrong{"view: cdf\nmetrik: x\n", "r.yaml:2:1: error: unknown key `metrik`"},
        Wrong{
            "view: versus\n",
            "r.yaml:1:1: error: `against` is missing: the metric of the x axis of `view: versus`"},
        Wrong{"view: cdf\nmetric: !tagged\n",
              "r.yaml:2:9: error: `metric` is empty: FLOW/METRIC or METRIC"},
        Wrong{"view: boxes\nx: {from: 1}\n",
              "r.yaml:2:4: error: `x` has no meaning for `view: boxes`"},
        Wrong{"view: cdf\nflow: bulk1\n",
              "r.yaml:2:7: error: `flow` has no meaning for `view: cdf`"},
        Wrong{"view: cdf\nx: {from: 2, to: 1}\n", "r.yaml:2:4: error: `from` must be below `to`"},
        Wrong{"view: cdf\nx: {from: 0, log: true}\n",
              "r.yaml:2:4: error: a logarithmic axis has no 0 and nothing below it"},
        Wrong{"view: cdf\nx: {from: wide}\n", "r.yaml:2:11: error: `from` is not a number"},
        Wrong{"view: timeline\nrepetition: -1\n",
              "r.yaml:2:13: error: `repetition` is a number from 0"},
        Wrong{"view: timeline\nrepetition: .nan\n",
              "r.yaml:2:13: error: `repetition` is not a number"},
        Wrong{"view: cdf\nx: {from: .inf}\n", "r.yaml:2:11: error: `from` is not a number"},
        Wrong{"view: cdf\n[a]: 1\n", "r.yaml:2:1: error: a key must be a plain word"},
        Wrong{"view: cdf\n\"\\e[2J\": 1\n", "r.yaml:2:1: error: unknown key `\\x1b[2J`"},
        Wrong{"view: boxes\ncases: {link: {a: b}}\n",
              "r.yaml:2:15: error: `link` is a name or a list of names"}));

TEST(Recipe, SelectsCasesByAxesAndText) {
  const CampaignFixture campaign(quickstart_cases());
  const CampaignResults results = load_results(campaign.directory());
  EXPECT_THAT(select_cases(results, {}), ElementsAre(0, 1, 2, 3));
  EXPECT_THAT(select_cases(results, {.link = {"r4"}}), ElementsAre(2, 3));
  EXPECT_THAT(select_cases(results, {.link = {"r4"}, .tcp = {"enhanced"}}), ElementsAre(3));
  EXPECT_THAT(select_cases(results, {.text = "E0/"}), ElementsAre(0, 1));
  EXPECT_THAT(select_cases(results, {.link = {"of another campaign"}}), ElementsAre());
}

TEST(Recipe, CumulativeSharesAscendToOne) {
  const CampaignFixture campaign(quickstart_cases());
  const CampaignResults results = load_results(campaign.directory());
  Recipe r;
  r.view = "cdf";
  const PlotData data = recipe_data(results, r);
  ASSERT_EQ(data.series.size(), 4U);
  const auto& points = data.series[0].points;
  ASSERT_EQ(points.size(), 6U);
  EXPECT_EQ(points[0].x, 7811);
  EXPECT_EQ(points[0].number, 1);
  EXPECT_DOUBLE_EQ(points[0].y, 1.0 / 6);
  EXPECT_EQ(points[5].x, 7830);
  EXPECT_EQ(points[5].y, 1);
  EXPECT_EQ(data.x_label, "Overall throughput [B/s]");
}

/// The command line draws the same points as the desktop application.
TEST(Recipe, ThePictureIsOfTheSamePoints) {
  const CampaignFixture campaign(quickstart_cases());
  const CampaignResults results = load_results(campaign.directory());
  Recipe r;
  r.view = "versus";
  r.metric = "slower/elapsed";
  r.against = "overall_throughput";
  r.cases.link = {"r4"};
  r.x.from = 6000;
  r.y.logarithmic = true;
  const auto picture = campaign.directory() / "p.svg";
  draw_recipe(campaign.directory(), r, picture);
  EXPECT_GT(std::filesystem::file_size(picture), 1000U);
  const auto folder = campaign.directory() / kPlotFolder;
  const auto request = nlohmann::json::parse(read_text(folder / "plot-versus.json"));
  const auto& shown = request["pictures"][0];
  std::vector<std::pair<double, double>> drawn;
  for (const auto& series : shown["series"])
    for (const auto& point : series["points"]) drawn.emplace_back(point[0], point[1]);
  std::vector<std::pair<double, double>> wanted;
  for (const auto& series : recipe_data(results, r).series)
    for (const auto& point : series.points) wanted.emplace_back(point.x, point.y);
  ASSERT_EQ(drawn.size(), 12U);
  EXPECT_EQ(drawn, wanted);
  EXPECT_EQ(shown["x"]["ends"].dump(), "[6000.0,null]");
  EXPECT_TRUE(shown["y"]["logarithmic"].get<bool>());
}

TEST(Recipe, EveryViewCanBeDrawn) {
  const CampaignFixture campaign(quickstart_cases());
  for (const char* view : kRecipeViews) {
    if (std::string(view) == "sequence") continue;  // these logs have no packets (see course_test)
    Recipe r;
    r.view = view;
    r.against = "total_elapsed";
    if (r.view == "starts") {
      EXPECT_THROW(draw_recipe(campaign.directory(), r, campaign.directory() / "p.svg"), Error);
      continue;  // the cases have no competitor
    }
    const auto picture = campaign.directory() / (r.view + ".svg");
    draw_recipe(campaign.directory(), r, picture);
    EXPECT_GT(std::filesystem::file_size(picture), 1000U) << view;
  }
}

TEST(Recipe, TheRepetitionIsOfTheFirstCaseThatHasIt) {
  const CampaignFixture campaign({{.link = "e0", .tcp = "baseline", .throughput = {1, 2}},
                                  {.link = "e0", .tcp = "enhanced", .throughput = {1, 2, 3}}});
  const CampaignResults results = load_results(campaign.directory());
  Recipe r;
  r.view = "timeline";
  r.repetition = 2;
  EXPECT_EQ(recipe_repetition(results, r).case_name, "e0/tail-drop-20/enhanced/w1");
  r.repetition = 1;
  EXPECT_EQ(recipe_repetition(results, r).case_name, "e0/tail-drop-20/baseline/w1");
  r.repetition = 9;
  EXPECT_THROW(recipe_repetition(results, r), Error);
}

TEST(Repetitions, AreListedWithTheAttemptThatCountsOrTheNewest) {
  const CampaignFixture campaign(
      {{.link = "e0", .tcp = "baseline", .throughput = {7817}, .failed = 1, .pending = 1}});
  const auto all = list_repetitions(campaign.directory());
  ASSERT_EQ(all.size(), 3U);
  EXPECT_EQ(all[0].state, RepetitionState::kDone);
  EXPECT_EQ(all[0].verdict, Verdict::kValid);
  EXPECT_EQ(all[0].lateness_p999_ns, 180'000);
  EXPECT_EQ(all[0].directory, "attempts/0-0");
  EXPECT_EQ(all[1].state, RepetitionState::kFailed);
  EXPECT_EQ(all[1].verdict, Verdict::kInvalid);
  EXPECT_THAT(all[1].reason, HasSubstr("2.1ms"));
  EXPECT_FALSE(all[1].lateness_p999_ns);
  EXPECT_EQ(all[2].state, RepetitionState::kPending);
  EXPECT_FALSE(all[2].verdict);
  EXPECT_EQ(all[2].attempts, 0);
}

TEST(Query, ReadingCanBeWatchedAndEnded) {
  const CampaignFixture campaign(
      {{.link = "e0", .tcp = "baseline", .throughput = std::vector<double>(130, 5)}});
  std::vector<int> told;
  load_results(campaign.directory(), [&](int done, int all) {
    EXPECT_EQ(all, 130);
    told.push_back(done);
  });
  EXPECT_THAT(told, ElementsAre(64, 128));
  EXPECT_THROW(load_results(campaign.directory(), [](int, int) { throw Error("enough"); }), Error);
  const CampaignResults overview = load_overview(campaign.directory());
  EXPECT_EQ(overview.cases.at(0).valid, 130);
  EXPECT_TRUE(overview.cases.at(0).samples.empty());
}

}  // namespace
}  // namespace seawind::test
