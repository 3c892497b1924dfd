// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/testset/case_expression.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "common/error.h"

namespace seawind {
namespace {

constexpr ExpressionSubject kFirst{
    {"e0", "tail-drop-20", "baseline", "w1"}, false, "Lateness p99.9"};
constexpr ExpressionSubject kSecond{{"r4", "red-ecn-20", "Enhanced-ecn", "w1"}, true};

struct FilterRow {
  const char* text;
  bool first;
  bool second;
};

TEST(CaseExpressionTest, SelectsTheMatchingCases) {
  const FilterRow rows[] = {
      {"", true, true},
      {"  ", true, true},
      {"link=e0", true, false},
      {"link == e0", true, false},
      {"link = e", false, false},
      {"link!=e0", false, true},
      {"link=e0,r4", true, true},
      {"link=e1, r4", false, true},
      {"link!=e0,r4", false, false},
      {"tcp~enhanced", false, true},
      {"tcp~ENH", false, true},
      {"tcp=enhanced-ecn", false, false},  // `=` is exact
      {"tcp!~base,enh", false, false},
      {"router=*-20", true, true},
      {"router=red*", false, true},
      {"link=?4", false, true},
      {"link=?", false, false},
      {"link=*", true, true},
      {"LINK=e0", true, false},
      {"excluded", false, true},
      {"included", true, false},
      {"!excluded", true, false},
      {"not excluded", true, false},
      {"ecn", false, true},  // in the name
      {"R4/RED", false, true},
      {"lateness", true, false},  // in the note
      {"\"ecn\"", false, true},
      {"\"excluded\"", false, false},  // quoted: an ordinary text
      {"tail-drop", true, false},
      {"link=e0 & tcp~enhanced", false, false},
      {"link=r4 & tcp~enhanced", false, true},
      {"link=r4 && tcp~enhanced", false, true},
      {"link=r4 and tcp~enhanced", false, true},
      {"link=e0 | tcp~enhanced", true, true},
      {"link=e0 || link=e1", true, false},
      // `&` binds more tightly than `|`.
      {"link=r4 | link=e0 & tcp~enhanced", false, true},
      {"(link=r4 | link=e0) & tcp=baseline", true, false},
      {"!(link=r4 | workload=w2)", true, false},
      {"!!excluded", false, true},
      {"workload=\"w1\"", true, true},
  };
  for (const auto& row : rows) {
    ExpressionError error;
    const auto filter = CaseExpression::parse(row.text, error);
    ASSERT_TRUE(filter) << row.text << ": " << error.message;
    EXPECT_EQ((*filter)(kFirst), row.first) << row.text;
    EXPECT_EQ((*filter)(kSecond), row.second) << row.text;
  }
}

TEST(CaseExpressionTest, ACaseWithoutRouterHasAnEmptyValue) {
  ExpressionError error;
  const ExpressionSubject open{{"e0", "", "baseline", "w1"}, false};
  EXPECT_FALSE((*CaseExpression::parse("router=tail-drop-20", error))(open));
  EXPECT_TRUE((*CaseExpression::parse("router!=tail-drop-20", error))(open));
  EXPECT_TRUE((*CaseExpression::parse("router=\"\"", error))(open));
}

TEST(CaseExpressionTest, AWrongOneIsReportedWithItsText) {
  EXPECT_THAT([] { CaseExpression("link="); },
              testing::ThrowsMessage<UsageError>(
                  "condition `link=`: expected a value after `=` at character 6"));
}

TEST(CaseExpressionTest, IsWrittenFromValues) {
  EXPECT_EQ(case_condition({}), "");
  const std::string text = case_condition({{{"e0", "a b"}, {""}, {}, {"say \"w1\""}}});
  EXPECT_EQ(text, "link=e0,\"a b\" & router=\"\" & workload=\"say ?w1?\"");
  const CaseExpression condition(text);
  EXPECT_TRUE(condition({{"a b", "", "any", "say \"w1\""}}));
  EXPECT_FALSE(condition({{"a b", "red", "any", "say \"w1\""}}));
  EXPECT_FALSE(condition({{"r4", "", "any", "say \"w1\""}}));
}

struct ExpressionErrorRow {
  const char* text;
  std::size_t position;
  const char* message;
};

TEST(CaseExpressionTest, ReportsErrorAndPlace) {
  const ExpressionErrorRow rows[] = {
      {"link=", 5, "expected a value after `=`"},
      {"link=e0,", 8, "expected a value after `,`"},
      {"link= & tcp=a", 6, "expected a value after `=`"},
      {"lnik=e0", 0, "`lnik` is not an axis: link, router, tcp or workload; did you mean `link`?"},
      {"a & profile~x", 4, "`profile` is not an axis: link, router, tcp or workload"},
      {"link=e0 &", 9, "expected a condition such as link=e0 after `&`"},
      {"link=e0 | | tcp=a", 10, "expected a condition such as link=e0 after `|`"},
      {"& link=e0", 0, "expected a condition such as link=e0"},
      {"not", 3, "expected a condition such as link=e0 after `not`"},
      {"()", 1, "expected a condition such as link=e0 after `(`"},
      {"(link=e0", 0, "the `(` is not closed"},
      {"link=e0)", 7, "`)` without `(`"},
      {"link=e0 tcp=a", 8, "expected `&` or `|` before `tcp`"},
      {"link=\"e0", 5, "the quote is not closed"},
      {"link=e0;", 7,
       "`;` has no meaning here; put it into double quotes if it belongs to a value"},
      {"=e0", 0, "expected a condition such as link=e0"},
  };
  for (const auto& row : rows) {
    ExpressionError error;
    EXPECT_FALSE(CaseExpression::parse(row.text, error)) << row.text;
    EXPECT_EQ(error.message, row.message) << row.text;
    EXPECT_EQ(error.position, row.position) << row.text;
  }
}

TEST(CaseExpressionTest, ALongConditionIsRejected) {
  for (const char* part : {"(", "!", "link=e0&"}) {
    std::string text;
    while (text.size() < 100'000) text += part;
    ExpressionError error;
    EXPECT_FALSE(CaseExpression::parse(text, error));
    EXPECT_EQ(error.message, "the condition is longer than 2000 bytes");
  }
}

TEST(CaseExpressionTest, TheDeepestConditionIsEvaluated) {
  ExpressionError error;
  const std::string deep = std::string(1997, '!') + "ecn";
  const auto filter = CaseExpression::parse(deep, error);
  ASSERT_TRUE(filter) << error.message;
  EXPECT_FALSE((*filter)(kSecond));
}

// With a search that tries every number of characters for every *, this takes years.
TEST(CaseExpressionTest, ManyStarsAreMatchedInBoundedTime) {
  ExpressionError error;
  std::string stars;
  for (int i = 0; i < 30; ++i) stars += "*a";
  const std::string name(64, 'a');
  const ExpressionSubject subject{{name, "", "", ""}, false};
  EXPECT_FALSE((*CaseExpression::parse("link=" + stars + "*b", error))(subject));
  EXPECT_TRUE((*CaseExpression::parse("link=" + stars, error))(subject));
  EXPECT_TRUE((*CaseExpression::parse("link=*a*", error))(subject));
  EXPECT_FALSE((*CaseExpression::parse("link=*b*a", error))(subject));
}

}  // namespace
}  // namespace seawind
