// SPDX-License-Identifier: GPL-3.0-or-later
// Every file of tests/scenarios is one test.
#include "tests/support/scenario.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

namespace seawind {
namespace {

std::vector<std::string> scenario_names() {
  std::vector<std::string> names;
  for (const auto& entry :
       std::filesystem::directory_iterator(SEAWIND_SOURCE_DIR "/tests/scenarios")) {
    if (entry.path().extension() == ".txt") names.push_back(entry.path().stem());
  }
  std::sort(names.begin(), names.end());
  return names;
}

class Scenario : public testing::TestWithParam<std::string> {};

TEST_P(Scenario, CausesExactlyTheExpectedEvents) {
  const auto result =
      test::run_scenario(SEAWIND_SOURCE_DIR "/tests/scenarios/" + GetParam() + ".txt");
  ASSERT_FALSE(result.expected.empty()) << "the scenario expects nothing";
  EXPECT_EQ(result.actual, result.expected);
}

INSTANTIATE_TEST_SUITE_P(Files, Scenario, testing::ValuesIn(scenario_names()),
                         [](const auto& test) { return test.param; });

}  // namespace
}  // namespace seawind
