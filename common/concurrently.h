// SPDX-License-Identifier: GPL-3.0-or-later
// Independent calls on several threads, for work or for waits in the kernel.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace seawind {

/// Calls action(0) to action(count - 1), at most `threads` at a time, and returns when all have
/// ended. After an exception no further call begins, and the first exception is thrown. Uses fewer
/// threads if the system has no more.
template <typename Action>
void concurrently(std::size_t count, std::size_t threads, const Action& action) {
  std::atomic<std::size_t> next{0};
  std::mutex mutex;  // guards `failed`
  std::exception_ptr failed;
  const auto work = [&] {
    for (std::size_t i = 0; (i = next++) < count;) {
      try {
        action(i);
      } catch (...) {
        next = count;
        const std::lock_guard lock(mutex);
        if (!failed) failed = std::current_exception();
      }
    }
  };
  {
    std::vector<std::jthread> more;
    try {
      for (std::size_t i = 1; i < std::min(threads, count); ++i) more.emplace_back(work);
    } catch (const std::system_error&) {
    }
    work();
  }
  if (failed) std::rethrow_exception(failed);
}

}  // namespace seawind
