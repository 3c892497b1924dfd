// SPDX-License-Identifier: GPL-3.0-or-later
// The resources of a process that must not grow while it does the same work for a month.
#pragma once

#include <sys/types.h>

#include <cstdint>

namespace seawind::soak {

struct Vitals {
  std::int64_t resident_kb = 0;   // smaps_rollup Rss
  std::int64_t anonymous_kb = 0;  // anonymous part: heap, stacks, buffers
  int descriptors = 0;
  int threads = 0;
};

/// Throws Error if the process has ended.
Vitals vitals_of(pid_t pid);

}  // namespace seawind::soak
