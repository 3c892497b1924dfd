// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/testset/axis_product.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace seawind::gui {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// 2 x 1 x 2 x 2 cases.
AxisProduct small() {
  return AxisProduct({{{"e0", "r4"}, {"q"}, {"a", "b"}, {"w1", "w2"}}});
}

std::vector<bool> all_but(const AxisProduct& product, const std::vector<int>& included) {
  std::vector<bool> excluded(static_cast<std::size_t>(product.size()), true);
  for (const int index : included) excluded[static_cast<std::size_t>(index)] = false;
  return excluded;
}

std::vector<bool> only(const AxisProduct& product, const std::vector<int>& excluded) {
  auto flags = all_but(product, excluded);
  flags.flip();
  return flags;
}

TEST(AxisProductTest, CasesAreInTheOrderOfThePlan) {
  const AxisProduct product = small();
  ASSERT_EQ(product.size(), 8);
  EXPECT_THAT(product.at(0), ElementsAre("e0", "q", "a", "w1"));
  EXPECT_THAT(product.at(1), ElementsAre("e0", "q", "a", "w2"));
  EXPECT_THAT(product.at(2), ElementsAre("e0", "q", "b", "w1"));
  EXPECT_THAT(product.at(7), ElementsAre("r4", "q", "b", "w2"));
  EXPECT_TRUE(product.matches({"e0", "", "b", ""}, 2));
  EXPECT_FALSE(product.matches({"r4", "", "b", ""}, 2));
}

TEST(AxisProductTest, WithoutRouterThereAreCasesWithoutLinkThereAreNone) {
  EXPECT_EQ(AxisProduct({{{"e0"}, {}, {"a"}, {"w1"}}}).size(), 1);
  EXPECT_EQ(AxisProduct({{{}, {"q"}, {"a"}, {"w1"}}}).size(), 0);
  EXPECT_EQ(AxisProduct().size(), 0);
}

TEST(AxisProductTest, MoreCasesThanAMatrixMayHaveAreNone) {
  const auto values = [](int n) {
    std::vector<std::string> out;
    for (int i = 0; i < n; ++i) out.push_back(std::to_string(i));
    return out;
  };
  const AxisProduct most({values(100), {}, values(100), values(2)});
  EXPECT_EQ(most.size(), 20'000);
  EXPECT_FALSE(most.is_too_large());
  const AxisProduct more({values(20'001), {}, {"a"}, {"w1"}});
  EXPECT_EQ(more.size(), 0);
  EXPECT_TRUE(more.is_too_large());
  // 8.1e9 and 1e20 cases: beyond 32 and 64 bits.
  EXPECT_TRUE(AxisProduct({values(300), values(300), values(300), values(300)}).is_too_large());
  const auto long_axis = values(100'000);
  const AxisProduct largest({long_axis, long_axis, long_axis, long_axis});
  EXPECT_EQ(largest.size(), 0);
  EXPECT_TRUE(largest.is_too_large());
  EXPECT_FALSE(AxisProduct({long_axis, {}, {}, {}}).is_too_large());
}

TEST(AxisProductTest, ASingleCaseIsNamedByItsDistinguishingAxes) {
  const AxisProduct product = small();
  const auto change = change_exclusions(product, {}, only(product, {3}));
  EXPECT_THAT(change.removed, IsEmpty());
  EXPECT_THAT(change.added, ElementsAre(Pattern{"e0", "", "b", "w2"}));
  // The only case: an entry must name at least one axis.
  const AxisProduct one({{{"e0"}, {}, {"a"}, {"w1"}}});
  EXPECT_THAT(change_exclusions(one, {}, {true}).added, ElementsAre(Pattern{"e0", "", "", ""}));
}

TEST(AxisProductTest, WholeRowsAreOneEntry) {
  const AxisProduct product = small();
  EXPECT_THAT(change_exclusions(product, {}, only(product, {2, 3, 6, 7})).added,
              ElementsAre(Pattern{"", "", "b", ""}));
  EXPECT_THAT(change_exclusions(product, {}, only(product, {1, 3})).added,
              ElementsAre(Pattern{"e0", "", "", "w2"}));
  EXPECT_THAT(
      change_exclusions(product, {}, all_but(product, {0})).added,
      ElementsAre(Pattern{"r4", "", "", ""}, Pattern{"", "", "b", ""}, Pattern{"", "", "", "w2"}));
}

TEST(AxisProductTest, ValidEntriesStay) {
  const AxisProduct product = small();
  const std::vector<Pattern> entries{{"e0", "", "b", ""}, {"", "", "", "w2"}};
  // One more.
  auto change = change_exclusions(product, entries, only(product, {1, 2, 3, 4, 5, 7}));
  EXPECT_THAT(change.removed, IsEmpty());
  EXPECT_THAT(change.added, ElementsAre(Pattern{"r4", "", "a", ""}));
  // One case fewer: the other cases of the removed entry get new entries.
  change = change_exclusions(product, entries, only(product, {1, 2, 3, 5}));
  EXPECT_THAT(change.removed, ElementsAre(1));
  EXPECT_THAT(change.added, ElementsAre(Pattern{"", "", "a", "w2"}));
  // No excluded case.
  change = change_exclusions(product, entries, only(product, {}));
  EXPECT_THAT(change.removed, ElementsAre(0, 1));
  EXPECT_THAT(change.added, IsEmpty());
}

TEST(AxisProductTest, EntriesWithoutAxesOrWithUnknownValuesAreKept) {
  const AxisProduct product = small();
  const auto change = change_exclusions(product, {{}, {"e9", "", "", ""}}, only(product, {0}));
  EXPECT_THAT(change.removed, IsEmpty());
  EXPECT_EQ(change.added.size(), 1U);
}

// For any set of excluded cases, the entries exclude exactly that set.
TEST(AxisProductTest, AnySetOfCasesCanBeExpressed) {
  const AxisProduct product({{{"a", "b", "c"}, {"q", "r"}, {"t", "u", "v"}, {"w", "x"}}});
  std::minstd_rand random(7);
  std::vector<Pattern> entries;
  for (int round = 0; round < 60; ++round) {
    std::vector<bool> excluded;
    const auto share = random() % 10;
    for (int i = 0; i < product.size(); ++i) excluded.push_back(random() % 10 < share);
    const auto change = change_exclusions(product, entries, excluded);
    for (auto entry = change.removed.rbegin(); entry != change.removed.rend(); ++entry)
      entries.erase(entries.begin() + *entry);
    entries.insert(entries.end(), change.added.begin(), change.added.end());
    for (int i = 0; i < product.size(); ++i) {
      const bool left_out = std::any_of(entries.begin(), entries.end(), [&](const Pattern& p) {
        return p != Pattern{} && product.matches(p, i);
      });
      ASSERT_EQ(left_out, excluded[static_cast<std::size_t>(i)]) << "round " << round;
    }
  }
}

}  // namespace
}  // namespace seawind::gui
