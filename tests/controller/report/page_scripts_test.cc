// SPDX-License-Identifier: GPL-3.0-or-later
// The page's scripts compute what the program computes: quantiles.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <random>

#include "common/quantile.h"
#include "controller/report/picture_program.h"
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
