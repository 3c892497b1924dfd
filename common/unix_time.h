// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include "common/clock_ns.h"

namespace seawind {

/// The current CLOCK_REALTIME; in ns since 1970-01-01 UTC.
inline std::int64_t unix_now() {
  return clock_ns(CLOCK_REALTIME);
}

/// unix_now() in whole seconds.
inline std::int64_t unix_seconds() {
  return unix_now() / 1'000'000'000;
}

}  // namespace seawind
