// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/report/reference.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>
#include <tuple>

#include "common/error.h"
#include "tests/support/temp_tree.h"

namespace seawind {
namespace {

namespace fs = std::filesystem;

CaseResults measured(const std::string& link, const std::string& tcp, std::vector<double> values) {
  CaseResults c;
  c.name = link + "/" + tcp;
  c.link = link;
  c.tcp = tcp;
  c.samples[{"", "overall_throughput"}] = std::move(values);
  return c;
}

PublishedValue published(double value, char judgement, bool relative = false) {
  PublishedValue p;
  p.at = {"e0", "", relative ? "enhanced" : "baseline", ""};
  if (relative) p.relative_to = CaseSelector{"e0", "", "baseline", ""};
  p.metric = "overall_throughput";
  p.statistic = "median";
  p.value = value;
  p.unit = relative ? "%" : "B/s";
  p.judgement = judgement;
  return p;
}

struct Judged {
  double value;
  char judgement;
  bool relative;
  Agreement agreement;
};
class Judgement : public testing::TestWithParam<Judged> {};

// Measured: Baseline 1000, Enhanced 1020; the difference is +2 %.
TEST_P(Judgement, ByToleranceOfItsCode) {
  const auto& j = GetParam();
  const auto result =
      compare({published(j.value, j.judgement, j.relative)},
              {measured("e0", "baseline", {1000, 990, 1010}), measured("e0", "enhanced", {1020})});
  ASSERT_EQ(result.size(), 1u);
  EXPECT_EQ(result[0].agreement, j.agreement);
  EXPECT_NEAR(result[0].measured, j.relative ? 2 : 1000, 1e-9);
}

constexpr auto kWithin = Agreement::kWithin;
constexpr auto kOutside = Agreement::kOutside;
constexpr auto kNotExpected = Agreement::kNotExpected;
INSTANTIATE_TEST_SUITE_P(
    Reference, Judgement,
    testing::Values(Judged{1009, 'A', false, kWithin}, Judged{1011, 'A', false, kOutside},
                    Judged{1030, 'B', false, kWithin}, Judged{1040, 'B', false, kOutside},
                    Judged{1400, 'C', false, kWithin}, Judged{1500, 'C', false, kOutside},
                    Judged{1000, 'D', false, kNotExpected}, Judged{1, 'E', false, kNotExpected},
                    Judged{2.9, 'A', true, kWithin}, Judged{3.1, 'A', true, kOutside},
                    Judged{-0.9, 'B', true, kWithin}, Judged{30, 'C', true, kWithin},
                    Judged{-1, 'C', true, kOutside}));

TEST(Reference, ComparesOnlyWhatWasMeasuredAndIsUnambiguous) {
  const auto p = published(1000, 'A');
  EXPECT_TRUE(compare({p}, {measured("r4", "baseline", {1000})}).empty());
  EXPECT_TRUE(compare({p}, {measured("e0", "baseline", {})}).empty());
  EXPECT_TRUE(
      compare({p}, {measured("e0", "baseline", {1}), measured("e0", "baseline", {2})}).empty());
  EXPECT_TRUE(compare({published(1, 'A', true)}, {measured("e0", "enhanced", {1})}).empty());
}

TEST(Reference, ADifferenceOfNegativeValuesHasTheSignOfItsDirection) {
  const std::vector<CaseResults> cases{measured("e0", "baseline", {-1}),
                                       measured("e0", "enhanced", {-1.2})};
  const Comparison relative = compare({published(-20, 'A', true)}, cases).at(0);
  EXPECT_NEAR(relative.measured, -20, 1e-9);
  EXPECT_EQ(base_text(relative.published), "against baseline");
  EXPECT_EQ(relative.agreement, kWithin);
  EXPECT_NEAR(compare({published(-2, 'A')}, cases).at(0).difference, 50, 1e-9);
}

TEST(Reference, APublishedZeroAgreesWithZeroOnly) {
  auto p = published(0, 'A');
  EXPECT_EQ(compare({p}, {measured("e0", "baseline", {0, 0})})[0].agreement, kWithin);
  EXPECT_EQ(compare({p}, {measured("e0", "baseline", {1, 1})})[0].agreement, kOutside);
  p.judgement = 'D';
  const Comparison small = compare({p}, {measured("e0", "baseline", {.04, .04})})[0];
  EXPECT_EQ(small.agreement, kNotExpected);
  EXPECT_EQ(difference_text(small), "+0.04");
}

// 0.97 printed in whole hundredths is 0.965 to 0.975: 0.9825 is 0.77 % above that, 1.29 % above
// 0.97.
TEST(Reference, APrintedStepCountsFromItsNearerEnd) {
  auto p = published(0.97, 'A');
  const auto agreement = [&](double measured_value) {
    const auto c = compare({p}, {measured("e0", "baseline", {measured_value})}).at(0);
    EXPECT_NEAR(c.difference, 100 * (measured_value / 0.97 - 1), 1e-9);
    return c.agreement;
  };
  EXPECT_EQ(agreement(0.9825), kOutside);
  p.step = 0.01;
  EXPECT_EQ(agreement(0.9825), kWithin);
  EXPECT_EQ(agreement(0.9845), kWithin);
  EXPECT_EQ(agreement(0.9855), kOutside);
  EXPECT_EQ(agreement(0.9560), kWithin);
  EXPECT_EQ(agreement(0.9550), kOutside);
  auto none = published(0, 'A');
  none.step = 1;
  EXPECT_EQ(compare({none}, {measured("e0", "baseline", {0.5})})[0].agreement, kWithin);
  EXPECT_EQ(compare({none}, {measured("e0", "baseline", {0.6})})[0].agreement, kOutside);
}

TEST(Reference, OtherCasesStandInForThePublishedOnes) {
  const fs::path file =
      fs::temp_directory_path() / ("stand-ins-" + std::to_string(getpid()) + ".yaml");
  std::ofstream(file) << R"(stand_ins:
  - tcp: {baseline: baseline-legacy, enhanced: enhanced-legacy}
  - {router: {tail: overfill}, tcp: {baseline: baseline-legacy, enhanced: enhanced-legacy}}
values:
  - {case: {link: e0, router: tail, tcp: baseline}, metric: overall_throughput, value: 7817, unit: B/s, judgement: A, source: x}
  - {case: {link: e0, router: red, tcp: enhanced}, relative_to: {link: e0, router: tail, tcp: baseline}, metric: overall_throughput, value: 1, unit: "%", judgement: A, source: x}
)";
  const auto values = load_reference(file);
  fs::remove(file);
  std::vector<std::string> cases;
  for (const auto& v : values)
    cases.push_back(
        v.at.router + "/" + v.at.tcp +
        (v.relative_to ? " to " + v.relative_to->router + "/" + v.relative_to->tcp : ""));
  EXPECT_THAT(cases, testing::ElementsAre("tail/baseline", "red/enhanced to tail/baseline",
                                          "tail/baseline-legacy",
                                          "red/enhanced-legacy to tail/baseline-legacy",
                                          "overfill/baseline-legacy"));
  EXPECT_EQ(values.at(2).value, 7817);
}

TEST(Reference, AnotherUnitThanThatOfTheMetricIsRefused) {
  auto c = measured("e0", "baseline", {0.03});
  c.units[{"", "overall_throughput"}] = "kB/s";
  auto p = published(30, 'A');
  p.place = "f.yaml:2:80";
  try {
    compare({p}, {c});
    ADD_FAILURE() << "no error";
  } catch (const UsageError& e) {
    EXPECT_STREQ(e.what(),
                 "f.yaml:2:80: error: `unit` is B/s, but overall_throughput is measured in kB/s");
  }
  p.unit = "kB/s";
  EXPECT_EQ(compare({p}, {c}).size(), 1u);
}

TEST(Reference, SharesMeansAndStartsSelectRepetitions) {
  auto c = measured("e0", "baseline", {0, 4, 2, 8});
  c.numbers[{"", "overall_throughput"}] = {0, 1, 3, 4};
  c.samples[{"third", "start"}] = {0.0, 2.5, 5.0, 8.2, 30.0};
  c.numbers[{"third", "start"}] = {0, 1, 2, 3, 4};
  auto p = published(0.75, 'A');
  p.statistic = "share";
  EXPECT_EQ(statistic_text(p), "share");
  EXPECT_EQ(compare({p}, {c})[0].measured, 0.75);
  p.statistic = "mean";
  EXPECT_EQ(compare({p}, {c})[0].measured, 3.5);
  p.start = StartSelector{"third", 2.5, 8.2};  // repetition 1 only; repetition 3 starts at 8.2
  EXPECT_EQ(compare({p}, {c})[0].measured, 4);
  EXPECT_EQ(compare({p}, {c})[0].repetitions, 1u);
  EXPECT_EQ(statistic_text(p), "mean (2.5-8.2s)");
  p.start = StartSelector{"third", 40, 50};
  EXPECT_TRUE(compare({p}, {c}).empty());
}

TEST(Reference, TheShippedFileHasTheValuesOfW1) {
  const auto values =
      load_reference(fs::path(SEAWIND_SOURCE_DIR) / "configs/testsets/reference/reference.yaml");
  EXPECT_GE(values.size(), 380u);
  const auto baseline = std::find_if(values.begin(), values.end(), [](const PublishedValue& v) {
    return v.at.link == "e0" && v.at.tcp == "baseline" && v.metric == "overall_throughput";
  });
  ASSERT_NE(baseline, values.end());
  EXPECT_EQ(baseline->value, 7817);
  EXPECT_EQ(baseline->judgement, 'A');
  EXPECT_EQ(baseline->source, "002:560");
}

TEST(Reference, AliasesDoNotMultiplyWithoutEnd) {
  const auto text = [](int values, int stand_ins) {
    std::string out =
        "values:\n  - &v {case: {tcp: a}, metric: m, value: 1, unit: s, judgement: A, source: x}\n";
    for (int i = 1; i < values; ++i) out += "  - *v\n";
    out += "stand_ins:\n  - &one {tcp: {a: b}}\n";
    for (int i = 1; i < stand_ins; ++i) out += "  - *one\n";
    return out;
  };
  const fs::path file =
      fs::temp_directory_path() / ("reference-" + std::to_string(getpid()) + ".yaml");
  for (const auto& [values, stand_ins, problem] :
       {std::tuple{2000, 60, "more than 100000 values with their stand-ins"},
        std::tuple{100'001, 1, "more than 100000 values with their stand-ins"},
        std::tuple{1, 101, "more than 100 stand-ins"}}) {
    std::ofstream(file) << text(values, stand_ins);
    try {
      load_reference(file);
      ADD_FAILURE() << "no error";
    } catch (const UsageError& e) {
      EXPECT_NE(std::string(e.what()).find(problem), std::string::npos) << e.what();
    }
  }
  fs::remove(file);
}

class BadReference : public testing::TestWithParam<std::pair<const char*, const char*>> {};

TEST_P(BadReference, IsRefusedWithItsPlace) {
  const fs::path file =
      fs::temp_directory_path() / ("reference-" + std::to_string(getpid()) + ".yaml");
  std::ofstream(file) << GetParam().first;
  try {
    load_reference(file);
    ADD_FAILURE() << "no error";
  } catch (const Error& e) {
    EXPECT_EQ(e.what(), file.string() + GetParam().second);
  }
  fs::remove(file);
}

INSTANTIATE_TEST_SUITE_P(
    Reference, BadReference,
    testing::Values(
        std::pair("[a]: 1\n", ":1:1: error: a key must be a plain word"),
        std::pair("values: 5\n", ":1:9: error: `values` is a list"),
        std::pair("stand_ins:\n  - {tcp: {[a]: b}}\n", ":2:12: error: a name is needed here"),
        std::pair("values:\n  - {case: {}, metric: m, value: .nan, unit: s, judgement: A, source: "
                  "x}\n",
                  ":2:34: error: `value` is not a number"),
        std::pair("values:\n  - {case: {}, metric: m, unit: s, judgement: A, source: x}\n",
                  ":2:5: error: `value` is not a number"),
        std::pair("valves: []\n", ":1:1: error: unknown key `valves`"),
        std::pair("stand_ins:\n  - {tpc: {a: b}}\n", ":2:6: error: unknown key `tpc`"),
        std::pair("stand_ins: {tcp: {a: b}}\n", ":1:12: error: `stand_ins` is a list"),
        std::pair("stand_ins:\n  - {}\n", ":2:5: error: a stand-in must name at least one axis"),
        std::pair("stand_ins:\n  - {tcp: {a: [b]}}\n", ":2:15: error: a name is needed here"),
        std::pair("stand_ins:\n  - {tcp: a}\n",
                  ":2:11: error: expected a map from published values to their replacements"),
        std::pair("values:\n  - {case: {lnk: e0}, metric: m, value: 1, unit: s, judgement: A, "
                  "source: x}\n",
                  ":2:13: error: unknown key `lnk`"),
        std::pair(
            "values:\n  - {case: {}, metric: m, value: one, unit: s, judgement: A, source: x}\n",
            ":2:34: error: `value` is not a number"),
        std::pair(
            "values:\n  - {case: {}, metric: m, value: 1, unit: s, judgement: F, source: x}\n",
            ":2:57: error: `judgement` is one of A, B, C, D, E"),
        std::pair(
            "values:\n  - {case: {}, metric: m, value: 1, unit: \"%\", judgement: A, source: x}\n",
            ":2:43: error: `unit` must be % with `relative_to`, and must not be % without it"),
        std::pair("values:\n  - {case: {}, value: 1, unit: s, judgement: A, source: x}\n",
                  ":2:5: error: `metric` is missing")));

}  // namespace
}  // namespace seawind
