// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <stop_token>

namespace seawind {

/// Returns at `until`, or when `stop` is requested.
inline void pause_until(std::chrono::steady_clock::time_point until, const std::stop_token& stop) {
  std::mutex mutex;
  std::condition_variable_any never;
  std::unique_lock lock(mutex);
  never.wait_until(lock, stop, until, [] { return false; });
}

}  // namespace seawind
