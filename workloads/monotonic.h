// SPDX-License-Identifier: GPL-3.0-or-later
// The clock of generators and agent: CLOCK_MONOTONIC, common to all network namespaces of a
// machine.
#pragma once

#include <time.h>

#include <cstdint>

namespace seawind {

inline std::int64_t monotonic_ns() {
  timespec t{};
  clock_gettime(CLOCK_MONOTONIC, &t);
  return std::int64_t{t.tv_sec} * 1'000'000'000 + t.tv_nsec;
}

}  // namespace seawind
