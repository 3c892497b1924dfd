// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/json_ordered.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace seawind {
namespace {

std::string object(std::size_t keys, const std::string& value) {
  std::string out = "{";
  for (std::size_t i = 0; i < keys; ++i)
    out += fmt::format("{}\"{}\":{}", i > 0 ? "," : "", i, value);
  return out + "}";
}

TEST(JsonOrdered, AnObjectHasABoundedNumberOfKeys) {
  EXPECT_EQ(parse_ordered(object(kMaxOrderedKeys, "1")).size(), kMaxOrderedKeys);
  EXPECT_TRUE(parse_ordered(object(kMaxOrderedKeys + 1, "1")).is_discarded());
  EXPECT_TRUE(parse_ordered(object(100'000, "1")).is_discarded());
  const std::string inner = object(kMaxOrderedKeys, "[{}]");
  EXPECT_EQ(parse_ordered(object(kMaxOrderedKeys, inner)).size(), kMaxOrderedKeys);
  EXPECT_EQ(parse_ordered("[" + inner + "," + inner + "]").size(), 2U);
  EXPECT_TRUE(parse_ordered("[[" + object(kMaxOrderedKeys + 1, inner) + "]]").is_discarded());
  EXPECT_TRUE(parse_ordered(R"({"a":)" + object(100'000, "1") + "}").is_discarded());
}

TEST(JsonOrdered, TheTimeGrowsWithTheSize) {
  // 500 000 objects beside each other; with time that grows with the square, ten minutes.
  std::string text = "[{}";
  for (int i = 1; i < 500'000; ++i) text += ",{}";
  EXPECT_EQ(parse_ordered(text + "]").size(), 500'000U);
}

TEST(JsonOrdered, TheNumberOfValuesIsBounded) {
  const auto list = [](std::size_t values) {
    std::string text = "[1";
    for (std::size_t i = 1; i < values; ++i) text += ",1";
    return parse_ordered(text + "]");
  };
  EXPECT_EQ(list(kMostOrderedValues - 1).size(), kMostOrderedValues - 1);
  EXPECT_TRUE(list(kMostOrderedValues).is_discarded());  // with the list itself
}

TEST(JsonOrdered, TheDepthIsBounded) {
  const auto nested = [](std::size_t depth) {
    return parse_ordered(std::string(depth, '[') + std::string(depth, ']'));
  };
  EXPECT_TRUE(nested(kDeepestOrdered).is_array());
  EXPECT_TRUE(nested(kDeepestOrdered + 2).is_discarded());
  EXPECT_TRUE(nested(1'000'000).is_discarded());
}

TEST(JsonOrdered, KeysKeepTheirOrder) {
  EXPECT_EQ(parse_ordered(R"({"b":{"y":1,"x":2},"a":3})").dump(), R"({"b":{"y":1,"x":2},"a":3})");
}

TEST(JsonOrdered, AnyOtherTextIsDiscarded) {
  for (const char* text : {"", "{", "{\"a\"}", "1 2", "{} x"})
    EXPECT_TRUE(parse_ordered(text).is_discarded()) << text;
}

}  // namespace
}  // namespace seawind
