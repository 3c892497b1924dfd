// SPDX-License-Identifier: GPL-3.0-or-later
// Default limits, scaled to the link: two bandwidth-delay products, at least 11 520 B (20 packets
// of 576 B; experiments RQ1). The round-trip time is taken as twice the link's delay plus 100 ms
// for the rest of the path. A 64 kbit/s link of 300 ms gets the minimum.
#pragma once

#include <algorithm>
#include <cstdint>

#include "emulator/core/limit.h"
#include "emulator/router/node.h"

namespace seawind {

/// Bytes that the link carries in `span`; at most 10^15.
inline std::int64_t bytes_in(const RouterContext& context, Duration span) {
  const double bytes = static_cast<double>(context.link_rate) / 8 * span.in_seconds();
  return static_cast<std::int64_t>(std::min(bytes, 1e15));
}

inline std::int64_t default_limit_bytes(const RouterContext& context) {
  const Duration one_way = std::min(context.link_delay, Duration::seconds(3600));
  return std::max<std::int64_t>(2 * bytes_in(context, one_way * 2 + Duration::milliseconds(100)),
                                11'520);
}

/// `given`, or the default if `given` is unlimited.
inline BufferLimit limit_or_default(const BufferLimit& given, const RouterContext& context) {
  return given.unlimited() ? BufferLimit{.bytes = default_limit_bytes(context)} : given;
}

}  // namespace seawind
