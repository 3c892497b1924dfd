// SPDX-License-Identifier: GPL-3.0-or-later
// Default bucket depths: 10 ms of the filling rate, at least one packet of 1514 bytes and at most
// what a TokenBucket holds. (tc: rate / HZ + one packet, with HZ = 100.)
#pragma once

#include <algorithm>
#include <cstdint>

#include "emulator/router/default_limit.h"
#include "emulator/router/token_bucket.h"

namespace seawind {

inline std::int64_t default_burst(std::int64_t rate) {
  const RouterContext shaped{.link_rate = rate, .link_delay = {}, .seed = 0, .direction = {}};
  return std::clamp<std::int64_t>(bytes_in(shaped, Duration::milliseconds(10)), 1514,
                                  TokenBucket::kDeepest);
}

}  // namespace seawind
