// SPDX-License-Identifier: GPL-3.0-or-later
// The clock of generators and agent: CLOCK_MONOTONIC, common to all network namespaces of a
// machine.
#pragma once

#include <cstdint>

#include "common/clock_ns.h"

namespace seawind {

inline std::int64_t monotonic_ns() {
  return clock_ns(CLOCK_MONOTONIC);
}

}  // namespace seawind
