// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/measure/byte_ranges.h"

#include <gtest/gtest.h>

#include <random>
#include <set>

namespace seawind {
namespace {

TEST(ByteRanges, CountsOnlyNewBytes) {
  LogMemory memory;
  ByteRanges r(memory);
  EXPECT_EQ(r.add(0, 100), 100);
  EXPECT_EQ(r.add(0, 100), 0);
  EXPECT_EQ(r.add(50, 150), 50);
  EXPECT_EQ(r.add(200, 300), 100);
  EXPECT_EQ(r.pieces(), 2u);
  EXPECT_EQ(r.add(140, 210), 50);
  EXPECT_EQ(r.pieces(), 1u);
  EXPECT_EQ(r.add(300, 400), 100);
  EXPECT_EQ(r.add(-10, 500), 110);
  EXPECT_EQ(r.add(7, 7), 0);
  EXPECT_EQ(r.size(), 510);
  EXPECT_EQ(r.pieces(), 1u);
}

TEST(ByteRanges, AgreesWithASetOfSingleBytes) {
  std::mt19937 random(1);
  LogMemory memory;
  ByteRanges r(memory);
  std::set<std::int64_t> bytes;
  for (int i = 0; i < 500; ++i) {
    const auto begin = static_cast<std::int64_t>(random() % 1000);
    const auto end = begin + static_cast<std::int64_t>(random() % 20);
    std::int64_t fresh = 0;
    for (auto b = begin; b < end; ++b) fresh += bytes.insert(b).second;
    ASSERT_EQ(r.add(begin, end), fresh);
  }
  EXPECT_EQ(r.size(), static_cast<std::int64_t>(bytes.size()));
}

}  // namespace
}  // namespace seawind
