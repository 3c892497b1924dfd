// SPDX-License-Identifier: GPL-3.0-or-later
// Transmission time of bytes in the transmitter (model Q3). Overheads are the caller's.
#pragma once

#include <cstdint>

#include "common/time.h"

namespace seawind {

/// Transmission time of `bytes` at `rate` bit/s (at least 1), rounded up to the next nanosecond, so
/// that a link is never faster than its rate. Exact integer arithmetic: 65535 B are 5.2e14 bit-ns,
/// which cannot overflow. The error of one packet (below 1 ns) does not depend on earlier packets.
/// Example: 576 B at 64 kbit/s take 72 ms.
constexpr Duration transmission_time(std::uint32_t bytes, std::int64_t rate) {
  const std::int64_t bit_ns = std::int64_t{bytes} * 8 * 1'000'000'000;
  return Duration::nanoseconds(bit_ns / rate + (bit_ns % rate != 0 ? 1 : 0));
}

}  // namespace seawind
