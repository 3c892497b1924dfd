// SPDX-License-Identifier: GPL-3.0-or-later
// mahimahi's packet-delivery traces. Each line is an integer: the time of one delivery opportunity,
// in milliseconds since the start. Times must not decrease; the last must be above 0. Empty lines
// are errors. A repeated time is an additional opportunity.
#pragma once

#include <cstdint>

#include "common/traces/trace_text.h"

namespace seawind {

/// Latest delivery: 366 days. A larger number is an error.
inline constexpr std::int64_t kLastDeliveryMs = std::int64_t{366} * 24 * 3600 * 1000;

TraceResult<std::vector<std::int64_t>> parse_delivery_trace(std::string_view text);

/// The mean rate, bit/s, of a trace of `opportunities` of `bytes` each that ends at `last_ms`.
inline double delivery_rate(std::int64_t opportunities, std::int64_t bytes, std::int64_t last_ms) {
  return last_ms > 0 ? 8000.0 * static_cast<double>(opportunities) * static_cast<double>(bytes) /
                           static_cast<double>(last_ms)
                     : 0;
}

}  // namespace seawind
