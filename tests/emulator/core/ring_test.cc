// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/core/ring.h"

#include <gtest/gtest.h>

#include <deque>
#include <memory>
#include <vector>

#include "emulator/core/random.h"

namespace seawind {
namespace {

// Comparison with std::deque over many growths and wrap-arounds; move-only elements keep their
// numbers.
TEST(Ring, BehavesLikeAQueueWhoseElementsKeepTheirNumbers) {
  Ring<std::unique_ptr<std::uint64_t>> ring;
  std::deque<std::uint64_t> model;
  RandomStream random(3, "ring");
  std::uint64_t next = 0;
  for (int i = 0; i < 20'000; ++i) {
    const bool growing = (i / 1000) % 2 == 0;
    if (random.next() % 3 < (growing ? 2u : 1u)) {
      EXPECT_EQ(ring.push_back(std::make_unique<std::uint64_t>(next)), next);
      model.push_back(next++);
    } else if (!model.empty()) {
      EXPECT_EQ(*ring.pop_front(), model.front());
      model.pop_front();
    }
    ASSERT_EQ(ring.size(), model.size());
    EXPECT_EQ(ring.end(), next);
    EXPECT_EQ(ring.first(), next - model.size());
    if (!model.empty()) {
      EXPECT_EQ(*ring.front(), model.front());
      EXPECT_EQ(*ring[next - 1], next - 1);
    }
    EXPECT_FALSE(ring.contains(next));
    EXPECT_FALSE(ring.contains(ring.first() - 1));
  }
}

TEST(Ring, RemoveIfKeepsTheOrderOfTheOthers) {
  Ring<std::unique_ptr<int>> ring;
  for (int i = 0; i < 7; ++i) ring.push_back(std::make_unique<int>(i));
  ring.pop_front();
  std::vector<int> visited;
  std::vector<int> removed;
  ring.remove_if([&](const auto& one) { return visited.push_back(*one), *one % 3 == 0; },
                 [&](const auto& one) {
                   EXPECT_EQ(visited.back(), *one);  // before the next is visited
                   removed.push_back(*one);
                 });
  EXPECT_EQ(visited, (std::vector{1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(removed, (std::vector{3, 6}));
  std::vector<int> left;
  while (!ring.empty()) left.push_back(*ring.pop_front());
  EXPECT_EQ(left, (std::vector{1, 2, 4, 5}));
  ring.remove_if([](const auto&) { return true; }, [](const auto&) { FAIL(); });
}

}  // namespace
}  // namespace seawind
