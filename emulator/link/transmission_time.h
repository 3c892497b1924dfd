// SPDX-License-Identifier: GPL-3.0-or-later
// How long the serializer works on a packet: IP bytes only, no overhead (link-model Q3).
#pragma once

#include <cstdint>

#include "common/time.h"

namespace seawind {

/// `bytes` (at most 65535) at `rate` bit/s (at least 1), rounded up to the next nanosecond: a link
/// is never faster than its rate. Exact integers: 65535 B are 5.2e14 bit-ns, so nothing overflows,
/// and the error of one packet (below 1 ns) does not depend on those before it. 576 B at 64 kbit/s:
/// 72 ms.
constexpr Duration transmission_time(std::uint32_t bytes, std::int64_t rate) {
  const std::int64_t bit_ns = std::int64_t{bytes} * 8 * 1'000'000'000;
  return Duration::nanoseconds(bit_ns / rate + (bit_ns % rate != 0 ? 1 : 0));
}

}  // namespace seawind
