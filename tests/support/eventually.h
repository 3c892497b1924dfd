// SPDX-License-Identifier: GPL-3.0-or-later
// Waiting for a condition of another process, with a deadline.
#pragma once

#include <poll.h>

#include <chrono>
#include <functional>

namespace seawind::test {

/// True as soon as `condition` holds; false if it does not within `limit`. Checks every
/// millisecond, because changes by other processes cannot always be awaited with a descriptor.
inline bool eventually(const std::function<bool()>& condition,
                       std::chrono::milliseconds limit = std::chrono::seconds(20)) {
  const auto deadline = std::chrono::steady_clock::now() + limit;
  while (!condition()) {
    if (std::chrono::steady_clock::now() > deadline) return false;
    poll(nullptr, 0, 1);
  }
  return true;
}

}  // namespace seawind::test
