// SPDX-License-Identifier: GPL-3.0-or-later
// Limits that follow the link instead of a fixed number of packets.
#pragma once

#include <algorithm>
#include <cstdint>

#include "emulator/core/limit.h"
#include "emulator/router/node.h"

namespace seawind {

inline constexpr std::int64_t kMtu = 1514;  // bytes a default must have room for at the least

/// Bytes the link carries in `span`.
inline std::int64_t bytes_in(std::int64_t rate, Duration span) {
  const double bytes = static_cast<double>(rate) / 8e9 * static_cast<double>(span.ns());
  return static_cast<std::int64_t>(std::min(bytes, 1e15));
}

/// What the link carries in one round trip, taken as twice its delay and at least 100 ms (the
/// round trip CoDel assumes, RFC 8289 section 4.3); at least four packets of 1514 bytes.
inline std::int64_t default_limit_bytes(const RouterContext& link) {
  const Duration round_trip = std::max(link.link_delay * 2, Duration::milliseconds(100));
  return std::max(bytes_in(link.link_rate, round_trip), 4 * kMtu);
}
inline BufferLimit limit_or_default(const BufferLimit& limit, const RouterContext& link) {
  if (!limit.unlimited()) return limit;
  return BufferLimit{.bytes = default_limit_bytes(link)};
}

/// The bucket of a shaper of `rate`: 10 ms of it, at least one packet of 1514 bytes.
inline std::int64_t default_burst(std::int64_t rate) {
  return std::max(bytes_in(rate, Duration::milliseconds(10)), kMtu);
}

}  // namespace seawind
