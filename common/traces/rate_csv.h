// SPDX-License-Identifier: GPL-3.0-or-later
// Rate traces as CSV: one row per measurement, a time and a rate in columns and units that the user
// names (logs of LTE and 5G drive tests come in many shapes). RFC 4180 as far as numbers need it:
// fields in double quotes may hold the separator; a field may not span lines. Lines that are empty
// or begin with # are skipped.
//
// Times are made relative to the first row's, so that the first step is at 0 whatever epoch the log
// counts from; they must ascend. A row's rate holds until the next row. Rates are rounded to the
// nearest bit/s, times to the nearest nanosecond.
#pragma once

#include <cstdint>

#include "common/time.h"
#include "common/traces/trace_text.h"

namespace seawind {

struct RateCsvFormat {
  std::string time = "1";  // a column: its name in the header line, or its number from 1
  std::string rate = "2";  // both numbers: there is no header line (a line of words is skipped)
  std::string time_unit = "s";      // s, ms, us, ns
  std::string rate_unit = "bit/s";  // bit/s, kbit/s, Mbit/s, Gbit/s, B/s, kB/s, MB/s
  char separator = ',';
};

struct RateStep {
  Duration at;
  std::int64_t rate = 0;  // bit/s
  bool operator==(const RateStep&) const = default;
};

inline constexpr double kHighestTraceRate = 100e9;                // bit/s
inline constexpr double kLongestTrace = 366.0 * 24 * 3600 * 1e9;  // ns

/// A format that cannot be (unknown unit) is a problem of line 0.
TraceResult<std::vector<RateStep>> parse_rate_csv(std::string_view text,
                                                  const RateCsvFormat& format);

}  // namespace seawind
