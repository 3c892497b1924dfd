// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstdint>

namespace seawind {

/// The current CLOCK_REALTIME; in ns since 1970-01-01 UTC.
inline std::int64_t unix_now() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::system_clock::now().time_since_epoch())
      .count();
}

/// The same in seconds.
inline std::int64_t unix_seconds() {
  return unix_now() / 1'000'000'000;
}

}  // namespace seawind
