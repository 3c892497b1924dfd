// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/concurrently.h"

#include <gtest/gtest.h>

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <set>
#include <stdexcept>
#include <thread>

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

// Each call waits until three others run beside it.
TEST(Concurrently, AsManyCallsAsThreadsRunAtATime) {
  std::mutex mutex;
  std::condition_variable changed;
  std::size_t begun = 0;
  std::set<std::thread::id> threads;
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  concurrently(8, 4, [&](std::size_t i) {
    std::unique_lock lock(mutex);
    threads.insert(std::this_thread::get_id());
    ++begun;
    changed.notify_all();
    EXPECT_TRUE(changed.wait_until(lock, deadline, [&] { return begun >= (i < 4 ? 4U : 8U); }))
        << i;
  });
  EXPECT_EQ(threads.size(), 4U);
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
