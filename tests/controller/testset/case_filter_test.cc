// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/testset/case_filter.h"

#include <gtest/gtest.h>

#include <string>

namespace seawind {
namespace {

constexpr FilterSubject kFirst{{"e0", "tail-drop-20", "baseline", "w1"}, false};
constexpr FilterSubject kSecond{{"r4", "red-ecn-20", "Enhanced-ecn", "w1"}, true};

struct FilterRow {
  const char* text;
  bool first;
  bool second;
};

TEST(CaseFilterTest, SelectsTheMatchingCases) {
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
      {"ecn", false, true},  // any axis
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
    FilterError error;
    const auto filter = CaseExpression::parse(row.text, error);
    ASSERT_TRUE(filter) << row.text << ": " << error.message;
    EXPECT_EQ((*filter)(kFirst), row.first) << row.text;
    EXPECT_EQ((*filter)(kSecond), row.second) << row.text;
  }
}

TEST(CaseFilterTest, ACaseWithoutRouterHasAnEmptyValue) {
  FilterError error;
  const FilterSubject open{{"e0", "", "baseline", "w1"}, false};
  EXPECT_FALSE((*CaseExpression::parse("router=tail-drop-20", error))(open));
  EXPECT_TRUE((*CaseExpression::parse("router!=tail-drop-20", error))(open));
  EXPECT_TRUE((*CaseExpression::parse("router=\"\"", error))(open));
}

struct FilterErrorRow {
  const char* text;
  std::size_t position;
  const char* message;
};

TEST(CaseFilterTest, ReportsErrorAndPlace) {
  const FilterErrorRow rows[] = {
      {"link=", 5, "expected a value after `=`"},
      {"link=e0,", 8, "expected a value after `,`"},
      {"link= & tcp=a", 6, "expected a value after `=`"},
      {"lnik=e0", 0, "`lnik` is no axis: link, router, tcp or workload; did you mean `link`?"},
      {"a & profile~x", 4, "`profile` is no axis: link, router, tcp or workload"},
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
    FilterError error;
    EXPECT_FALSE(CaseExpression::parse(row.text, error)) << row.text;
    EXPECT_EQ(error.message, row.message) << row.text;
    EXPECT_EQ(error.position, row.position) << row.text;
  }
}

TEST(CaseFilterTest, ALongConditionIsRejected) {
  for (const char* part : {"(", "!", "link=e0&"}) {
    std::string text;
    while (text.size() < 100'000) text += part;
    FilterError error;
    EXPECT_FALSE(CaseExpression::parse(text, error));
    EXPECT_EQ(error.message, "the condition is longer than 2000 bytes");
  }
}

TEST(CaseFilterTest, TheDeepestConditionIsEvaluated) {
  FilterError error;
  const std::string deep = std::string(1997, '!') + "ecn";
  const auto filter = CaseExpression::parse(deep, error);
  ASSERT_TRUE(filter) << error.message;
  EXPECT_FALSE((*filter)(kSecond));
}

// With a search that tries every number of characters for every *, this takes years.
TEST(CaseFilterTest, ManyStarsAreMatchedInBoundedTime) {
  FilterError error;
  std::string stars;
  for (int i = 0; i < 30; ++i) stars += "*a";
  const std::string name(64, 'a');
  const FilterSubject subject{{name, "", "", ""}, false};
  EXPECT_FALSE((*CaseExpression::parse("link=" + stars + "*b", error))(subject));
  EXPECT_TRUE((*CaseExpression::parse("link=" + stars, error))(subject));
  EXPECT_TRUE((*CaseExpression::parse("link=*a*", error))(subject));
  EXPECT_FALSE((*CaseExpression::parse("link=*b*a", error))(subject));
}

}  // namespace
}  // namespace seawind
