// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/report/recipe.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <charconv>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>

#include "common/error.h"
#include "controller/report/draw.h"
#include "controller/report/picture_renderer.h"
#include "controller/store/repetitions.h"
#include "tests/controller/store/stored_campaign.h"
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
  r.cases = CaseExpression("!(link=e0,r4 | \"a: b\") & W1");
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
  r.cases = CaseExpression("link=r4");
  EXPECT_EQ(recipe_yaml(r),
            "# An analysis of Seawind (docs/reference/recipe.md)\n"
            "view: boxes\nmetric: overall_throughput\ncases: link=r4\n");
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
              "r.yaml:1:7: error: `pie` is not a view: answer, boxes, cdf, time, starts, versus, "
              "published, lateness, lateness-over-time, timeline, sequence, delay, ipdv"},
        Wrong{"view: cdf\nmetrik: x\n", "r.yaml:2:1: error: unknown key `metrik`"},
        Wrong{
            "view: versus\n",
            "r.yaml:1:1: error: `against` is missing: the metric of the x axis of `view: versus`"},
        Wrong{"view: cdf\nmetric: !tagged\n",
              "r.yaml:2:9: error: `metric` is empty: FLOW/METRIC or METRIC"},
        Wrong{"view: boxes\nx: {from: 1}\n",
              "r.yaml:2:4: error: `x` has no meaning for `view: boxes`"},
        Wrong{"view: lateness\ncases: link=e0\n",
              "r.yaml:2:8: error: `cases` has no meaning for `view: lateness`"},
        Wrong{"view: cdf\nflow: bulk1\n",
              "r.yaml:2:7: error: `flow` has no meaning for `view: cdf`"},
        Wrong{"view: cdf\nx: {from: 2, to: 1}\n", "r.yaml:2:4: error: `from` must be below `to`"},
        Wrong{"view: cdf\nx: {from: 0, log: true}\n",
              "r.yaml:2:4: error: a logarithmic axis has no 0 and nothing below it"},
        Wrong{"view: timeline\nx: {from: 1, log: true}\n",
              "r.yaml:2:19: error: `log` has no meaning for `view: timeline`"},
        Wrong{"view: sequence\nx:\n  log: false\n",
              "r.yaml:3:8: error: `log` has no meaning for `view: sequence`"},
        Wrong{"view: cdf\nx: {from: wide}\n", "r.yaml:2:11: error: `from` is not a number"},
        Wrong{"view: timeline\nrepetition: -1\n",
              "r.yaml:2:13: error: `repetition` is a number from 0"},
        Wrong{"view: timeline\nrepetition: .nan\n",
              "r.yaml:2:13: error: `repetition` is not a number"},
        Wrong{"view: cdf\nx: {from: .inf}\n", "r.yaml:2:11: error: `from` is not a number"},
        Wrong{"view: cdf\n[a]: 1\n", "r.yaml:2:1: error: a key must be a plain word"},
        Wrong{"view: cdf\n\"\\e[2J\": 1\n", "r.yaml:2:1: error: unknown key `\\x1b[2J`"},
        Wrong{"view: boxes\ncases: {link: e0}\n",
              "r.yaml:2:8: error: `cases` is a condition such as `link=e0 & tcp~enhanced`"},
        Wrong{"view: boxes\ncases: link=e0 & tcp=\n",
              "r.yaml:2:8: error: condition `link=e0 & tcp=`: expected a value after `=` at "
              "character 15"}));

TEST(Recipe, SelectsCasesByItsCondition) {
  const StoredCampaign campaign(quickstart_cases());
  const CampaignResults results = load_results(campaign.directory());
  EXPECT_THAT(select_cases(results, {}), ElementsAre(0, 1, 2, 3));
  const auto selected = [&](const char* text) {
    return select_cases(results, CaseExpression(text));
  };
  EXPECT_THAT(selected("link=r4"), ElementsAre(2, 3));
  EXPECT_THAT(selected("link=r4 & tcp=enhanced"), ElementsAre(3));
  EXPECT_THAT(selected("E0/"), ElementsAre(0, 1));
  EXPECT_THAT(selected("link=\"of another campaign\""), ElementsAre());
}

/// Draws the picture with its points.
std::optional<RenderedPicture> rendered(const StoredCampaign& campaign,
                                        const PictureRequest& request) {
  const TempTree tree;
  auto described = describe_picture(campaign.directory(),
                                    build_report(campaign.directory(), ReportOptions{}), request);
  described["width"] = 800;
  described["points"] = true;
  return render_pictures(tree.root(), "x", described).at(0);
}

/// The repetitions of a picture's points.
std::multiset<std::pair<std::string, int>> repetitions_of(const RenderedPicture& picture) {
  std::multiset<std::pair<std::string, int>> out;
  for (const PicturePoint& p : picture.points) out.emplace(p.case_name, p.number);
  return out;
}

TEST(Recipe, APictureHasAPointForEachSelectedRepetitionAtItsMark) {
  const StoredCampaign campaign(quickstart_cases());
  for (const char* view : {"boxes", "cdf", "time", "versus"}) {
    Recipe r{.view = view, .against = "total_elapsed", .cases = CaseExpression("link=r4")};
    const auto picture = rendered(campaign, {.recipe = r});
    ASSERT_TRUE(picture) << view;
    std::multiset<std::pair<std::string, int>> wanted;
    for (const char* tcp : {"baseline", "enhanced"})
      for (int n = 0; n < 6; ++n) wanted.emplace(fmt::format("r4/tail-drop-20/{}/w1", tcp), n);
    EXPECT_EQ(repetitions_of(*picture), wanted) << view;
    for (const PicturePoint& p : picture->points) {
      EXPECT_THAT(p.text, HasSubstr(fmt::format("{}/{}: ", p.case_name, p.number)));
      EXPECT_TRUE(p.x > 0 && p.x < 800 && p.y > 0) << view;
    }
    // Where the SVG has the mark: the sum of the moves of the groups around it.
    if (std::string(view) != "boxes") continue;
    const std::string& svg = picture->svg;
    const auto number = [&](const std::string& text, std::size_t& at) {
      at = svg.find(text, at) + text.size();
      double x = 0;
      std::from_chars(svg.data() + at, svg.data() + svg.size(), x);
      return x;
    };
    std::size_t at = 0;
    const double left = number("transform=\"translate(", at);
    const double top = number(",", at);
    at = svg.find("<path transform=\"translate(");
    EXPECT_NEAR(picture->points[0].x, left + number("<path transform=\"translate(", at), 1e-3);
    EXPECT_NEAR(picture->points[0].y, top + number(",", at), 1e-3);
  }
}

// The lowest value of a cumulative distribution is at the left, and its share at the bottom.
TEST(Recipe, TheRangeOfAnAxisLeavesOutPoints) {
  const StoredCampaign campaign(quickstart_cases());
  Recipe r{.view = "cdf", .cases = CaseExpression("link=e0 & tcp=baseline")};
  const auto all = rendered(campaign, {.recipe = r});
  const auto& points = all.value().points;
  ASSERT_EQ(points.size(), 6U);
  for (std::size_t i = 1; i < points.size(); ++i) {
    EXPECT_LE(points[i - 1].x, points[i].x);
    EXPECT_GT(points[i - 1].y, points[i].y);
  }
  EXPECT_EQ(points[0].number, 1);  // 7811 B/s
  const double lowest = 7811;
  for (const auto& metric : build_report(campaign.directory(), ReportOptions{}).headline.workload)
    if (metric.metric == "overall_throughput") r.x.from = lowest * metric.scale * 1.00001;
  EXPECT_EQ(rendered(campaign, {.recipe = r}).value().points.size(), 5U);
}

TEST(Recipe, AnAnswerHasTheWantedConfidence) {
  const StoredCampaign campaign(quickstart_cases());
  const auto model = build_report(campaign.directory(), ReportOptions{});
  const auto comparison = [&](double confidence) {
    return describe_picture(
        campaign.directory(), model,
        {.recipe = {.view = "answer"}, .confidence = confidence})["data"]["comparison"];
  };
  const auto narrow = comparison(0.8);
  EXPECT_EQ(narrow["confidence"], 0.8);
  ASSERT_EQ(narrow["answers"].size(), 2U);
  EXPECT_GT(narrow["answers"][0]["low"], comparison(0.99)["answers"][0]["low"]);
  EXPECT_EQ(comparison(kAnswerConfidence)["answers"][0]["low"],
            model.answers.answers[0].result.interval->low);
}

TEST(Recipe, EveryViewCanBeDrawn) {
  const StoredCampaign campaign(quickstart_cases());
  for (const std::string& view : picture_kinds()) {
    PictureRequest r{.recipe = {.view = view, .against = "total_elapsed"}};
    if (view == "published")
      r.reference = SEAWIND_SOURCE_DIR "/configs/testsets/reference/reference.yaml";
    const auto picture = campaign.directory() / (view + ".svg");
    // The cases have no competitor, and these logs no packets (see course_test).
    if (view == "starts" || view == "sequence" || view == "delay" || view == "ipdv") {
      EXPECT_THAT([&] { draw_picture(campaign.directory(), r, picture); },
                  testing::ThrowsMessage<Error>(testing::Not(HasSubstr("install the package"))))
          << view;
      continue;
    }
    draw_picture(campaign.directory(), r, picture);
    EXPECT_GT(std::filesystem::file_size(picture), 1000U) << view;
  }
}

TEST(Recipe, TheRepetitionIsOfTheFirstCaseThatHasIt) {
  const StoredCampaign campaign({{.link = "e0", .tcp = "baseline", .throughput = {1, 2}},
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
  r.repetition.reset();
  EXPECT_EQ(recipe_repetition(results, r).number, 0);
}

TEST(Repetitions, AreListedWithTheAttemptThatCountsOrTheNewest) {
  const StoredCampaign campaign(
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
  const StoredCampaign campaign(
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
