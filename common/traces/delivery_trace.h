// SPDX-License-Identifier: GPL-3.0-or-later
// mahimahi's packet-delivery traces: text, one integer per line, the milliseconds since the start
// at which one opportunity to deliver a packet comes; never decreasing, the last one above 0, no
// empty line. The same millisecond again is a further opportunity.
#pragma once

#include <cstdint>

#include "common/traces/trace_text.h"

namespace seawind {

/// Latest delivery: 366 days. A larger number is an error.
inline constexpr std::int64_t kLastDeliveryMs = std::int64_t{366} * 24 * 3600 * 1000;

TraceResult<std::vector<std::int64_t>> parse_delivery_trace(std::string_view text);

}  // namespace seawind
