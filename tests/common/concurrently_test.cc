// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/concurrently.h"

#include <gtest/gtest.h>

#include <barrier>
#include <stdexcept>

namespace seawind {
namespace {

TEST(Concurrently, CallsEachNumberOnce) {
  for (const std::size_t threads : {1U, 3U, 100U}) {
    std::vector<int> calls(50);
    concurrently(calls.size(), threads, [&](std::size_t i) { ++calls[i]; });
    EXPECT_EQ(calls, std::vector<int>(50, 1));
  }
  concurrently(0, 4, [](std::size_t) { FAIL(); });
}

TEST(Concurrently, AsManyCallsAsThreadsRunAtATime) {
  std::barrier all(4);  // ends only with four calls inside
  concurrently(8, 4, [&](std::size_t) { all.arrive_and_wait(); });
}

TEST(Concurrently, AnExceptionEndsItAndIsThrown) {
  std::size_t calls = 0;
  const auto fail = [&](std::size_t i) {
    ++calls;
    if (i == 2) throw std::runtime_error("third");
  };
  EXPECT_THROW(concurrently(10, 1, fail), std::runtime_error);
  EXPECT_EQ(calls, 3U);
  EXPECT_THROW(concurrently(10, 4, [](std::size_t) { throw std::runtime_error("each"); }),
               std::runtime_error);
}

}  // namespace
}  // namespace seawind
