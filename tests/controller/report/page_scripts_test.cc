// SPDX-License-Identifier: GPL-3.0-or-later
// The page's scripts compute what the program computes: the condition on cases, and quantiles.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <nlohmann/json.hpp>
#include <random>

#include "common/quantile.h"
#include "controller/report/picture_program.h"
#include "controller/testset/case_filter.h"
#include "tests/controller/store/campaign_fixture.h"
#include "tests/support/temp_tree.h"

namespace seawind::test {
namespace {

using Json = nlohmann::json;

/// Runs a script of the page with `program` after it, which reads input.json as `input` and calls
/// `print(result)`.
Json run_script(const std::string& name, const std::string& program, const Json& input) {
  TempTree tree;
  tree.write("input.json", input.dump());
  tree.write("test.js",
             read_text(std::string(SEAWIND_SOURCE_DIR) + "/controller/report/page/" + name) +
                 "\nconst input = JSON.parse(require('fs').readFileSync('input.json', 'utf8'));"
                 "\nconst print = (result) => process.stdout.write(JSON.stringify(result));\n" +
                 program);
  const int status =
      run_picture_program(tree.root(), {"node", "test.js"}, "output", "messages", "nodejs");
  EXPECT_EQ(status, 0) << read_text(tree.root() / "messages");
  return Json::parse(read_text(tree.root() / "output"));
}

std::string random_expression(std::mt19937& random) {
  static constexpr std::array kParts = {
      "link", "tcp", "router",  "workload", "colour", "=",  "!=",       "~",  "!~",  "==",
      "&",    "|",   "!",       "(",        ")",      ",",  "and",      "or", "not", "e0",
      "r*",   "?4",  "\"a b\"", "\"",       "codel",  "EN", "\xc3\xa4", "$",  " ",   "included"};
  // Half of them are plausible, so that the test does not consist of mistakes.
  static constexpr std::array kConditions = {"link=e0",        "tcp~en",      "router!=codel",
                                             "workload=w1,w4", "link!~r",     "enhanced",
                                             "tcp=base*",      "router=\"\"", "link=?0"};
  static constexpr std::array kJoints = {" & ", " | ", " and ", " or ", " & !", " | not "};
  std::string text;
  const auto pick = [&](const auto& list) { return list[random() % list.size()]; };
  if (random() % 2 == 0) {
    for (auto n = random() % 8; n > 0; --n)
      text += std::string(pick(kParts)) + (random() % 2 ? " " : "");
    return text;
  }
  text = pick(kConditions);
  for (auto n = random() % 4; n > 0; --n) {
    text += pick(kJoints);
    text += random() % 3 == 0
                ? "(" + std::string(pick(kConditions)) + " | " + pick(kConditions) + ")"
                : std::string(pick(kConditions));
  }
  return text;
}

TEST(CaseExpressionScript, AgreesWithTheProgram) {
  constexpr std::array<std::array<const char*, 4>, 5> kCases = {
      {{"e0", "", "baseline", "w1"},
       {"e0", "codel", "enhanced", "w4"},
       {"r4", "red-20", "bbr", "w1"},
       {"r0", "codel", "a b", "w2"},
       {"\xc3\xa4", "", "Enhanced", "w1"}}};
  Json cases = Json::array();
  for (const auto& c : kCases)
    cases.push_back({{"link", c[0]}, {"router", c[1]}, {"tcp", c[2]}, {"workload", c[3]}});
  std::mt19937 random(19);
  Json expressions = Json::array();
  for (int i = 0; i < 4000; ++i) expressions.push_back(random_expression(random));
  const Json results = run_script("case_expression.js", R"(
      print(input.expressions.map((text) => {
        try {
          const test = parseCaseExpression(text);
          return input.cases.map((c) => test(c));
        } catch (e) {
          if (!(e instanceof ExpressionError)) throw e;
          return null;
        }
      }));)",
                                  {{"expressions", expressions}, {"cases", cases}});
  int valid = 0;
  for (std::size_t i = 0; i < expressions.size(); ++i) {
    const std::string text = expressions[i];
    FilterError error;
    const auto expression = CaseExpression::parse(text, error);
    ASSERT_EQ(expression.has_value(), !results[i].is_null()) << text;
    if (!expression) continue;
    ++valid;
    for (std::size_t c = 0; c < kCases.size(); ++c)
      ASSERT_EQ((*expression)({.values = {kCases[c][0], kCases[c][1], kCases[c][2], kCases[c][3]}}),
                results[i][c].get<bool>())
          << text << ", case " << c;
  }
  EXPECT_GT(valid, 1500);
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

}  // namespace
}  // namespace seawind::test
