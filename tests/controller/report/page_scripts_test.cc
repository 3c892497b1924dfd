// SPDX-License-Identifier: GPL-3.0-or-later
// The page's scripts compute what the program computes: quantiles, shares.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <random>

#include "common/quantile.h"
#include "controller/report/picture_program.h"
#include "tests/controller/store/stored_campaign.h"

namespace seawind::test {
namespace {

using Json = nlohmann::json;

/// Runs a script of the page with `program` after it, which has the input as `input` and calls
/// `print(result)`.
Json run_script(const std::string& name, const std::string& program, const Json& input) {
  const std::string script =
      read_text(std::string(SEAWIND_SOURCE_DIR) + "/controller/report/page/" + name) +
      "\nconst input = JSON.parse(require('fs').readFileSync(process.argv[2], 'utf8'));"
      "\nconst print = (result) => process.stdout.write(JSON.stringify(result));\n" +
      program;
  const ProgramOutput done = run_picture_program({.arguments = {"node", "-", kPictureData},
                                                  .input = script,
                                                  .data = input.dump(),
                                                  .package = "nodejs"});
  EXPECT_EQ(done.status, 0) << done.messages;
  return Json::parse(done.output);
}

TEST(NumbersScript, QuantilesAreEqualToTheLastBit) {
  std::mt19937 random(3);
  std::lognormal_distribution<double> values(5, 3);
  Json samples = Json::array();
  for (int i = 0; i < 300; ++i) {
    Json sample = Json::array();
    for (auto n = 1 + random() % 40; n > 0; --n) sample.push_back(values(random));
    samples.push_back(sample);
  }
  const Json results = run_script(
      "numbers.js",
      "print(input.map((s) => [summarize(s).q1, summarize(s).median, summarize(s).q3]));", samples);
  for (std::size_t i = 0; i < samples.size(); ++i) {
    auto sorted = samples[i].get<std::vector<double>>();
    std::sort(sorted.begin(), sorted.end());
    EXPECT_EQ(results[i][0], quantile(sorted, 0.25));
    EXPECT_EQ(results[i][1], quantile(sorted, 0.5));
    EXPECT_EQ(results[i][2], quantile(sorted, 0.75));
  }
}

TEST(TimingPicturesScript, RepetitionsThatReleasedNothingLateAreAShareOfAll) {
  const Json timing = {
      {"case", {0, 0, 0, 0}},       {"number", {0, 1, 2, 3}},
      {"row", {0, 1, 2, 3}},        {"hours", {0, 1, 2, 3}},
      {"reason", {"", "", "", ""}}, {"verdict", {"valid", "valid", "valid", "valid"}},
      {"p999", {0, 2e6, 0, 1e6}},   {"max", {0, 2e6, 0, 1e6}}};
  const Json points = run_script(
      "timing_pictures.js",
      "const durationText = String, panelSpec = (spec) => spec;"
      "print(latenessCdf(input, {width: 1}).panels[0].series[0].points.map((p) => [p.x, p.y]));",
      {{"cases", {{{"name", "a"}}}}, {"startUnit", {{"perHour", 1}}}, {"timing", timing}});
  EXPECT_EQ(points, Json::parse("[[1, 0.75], [2, 1]]"));
}

TEST(PageScripts, LimitsThatDifferBetweenCasesHaveTwoLines) {
  const Json lines =
      run_script("timing_pictures.js",
                 "const panelSpec = (spec) => spec;"
                 "print(latenessOverTime(input, {width: 1}).limits.map((l) => [l.value, l.text]));",
                 {{"cases", Json::array()},
                  {"startUnit", {{"perHour", 1}}},
                  {"timing", {{"case", Json::array()}}},
                  {"limits", {{"p999_ns", {1e6, 3e6}}, {"max_ns", {2e7, 2e7}}}}});
  EXPECT_EQ(lines, Json::parse(R"([[1, "lowest limit of the p99.9"],
                                   [3, "highest limit of the p99.9"],
                                   [20, "limit of the largest"]])"));
}

TEST(PageScripts, APartOfACourseHasNothingFarOutside) {
  const Json cut = run_script("repetition_picture.js",
                              "const {marks, steps, spans} = cutter([2, 3], 9);"
                              "print([marks(input), steps(input), steps([]), steps([[5, 1]]),"
                              "       spans([[0, 1, 4], [1, 2.5, 5], [2.5, 9, 6], [9, 10, 7]])]);",
                              {{0, 10}, {1, 11}, {2.5, 12}, {4, 13}});
  EXPECT_EQ(cut, Json::parse("[[[2.5, 12]], [[2, 11], [2.5, 12], [3, 12]], [], [],"
                             " [[2, 2.5, 5], [2.5, 3, 6]]]"));
}

TEST(PageScripts, ALineEndsWithItsLog) {
  const Json cut = run_script("repetition_picture.js",
                              "print([[2, 3], [3, 9], [5, 9]].map("
                              "(ends) => cutter(ends, 4).steps(input)));",
                              {{0, 10}, {2.5, 12}});
  EXPECT_EQ(cut, Json::parse("[[[2, 10], [2.5, 12], [3, 12]], [[3, 12], [4, 12]], []]"));
}

TEST(PageScripts, ADistributionReachesIntoItsRange) {
  const Json cut = run_script("panels.js",
                              "print([[2, null], [2, 3], [1.5, 1.8], [5, 6], null].map("
                              "(ends) => cutSteps(input, ends).map(({x, y}) => [x, y])));",
                              {{{"x", 1}, {"y", 0.5}}, {{"x", 4}, {"y", 1}}});
  EXPECT_EQ(cut, Json::parse("[[[2, 0.5], [4, 1]], [[2, 0.5], [3, 0.5]], [[1.5, 0.5], [1.8, 0.5]],"
                             " [], [[1, 0.5], [4, 1]]]"));
}

TEST(PageScripts, NumbersOfAnAxisDiffer) {
  const Json formats = run_script(
      "rows.js", "print([[1029032, 1029053], [0, 12.5], [0, 0]].map((ends) => axisFormat(ends)));",
      {});
  EXPECT_EQ(formats, Json::parse(R"([",.8~r", ",.6~r", ",.6~r"])"));
}

TEST(PageScripts, ARangeBeyondAllValuesIsNotReversed) {
  const Json ends = run_script("rows.js",
                               "print([[2, null], [null, 0.5], [4, 6], null].map("
                               "(ends) => withEnds([1, 1.5], ends)));",
                               {});
  EXPECT_EQ(ends, Json::parse("[[1.9, 2.1], [0.475, 0.525], [4, 6], [1, 1.5]]"));
}

}  // namespace
}  // namespace seawind::test
