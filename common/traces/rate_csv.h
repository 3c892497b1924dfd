// SPDX-License-Identifier: GPL-3.0-or-later
// Rate traces as CSV: one row per measurement with a time and a rate. The user gives the columns
// and units, since logs of LTE and 5G drive tests have many formats. Supports the part of RFC 4180
// that numbers need: a quoted field may contain a comma but may not span lines. Empty lines
// and lines that begin with # are skipped. A byte order mark is left out by config::read_text().
//
// Times must ascend. The reader subtracts the time of the first row, so the first step is at 0 for
// any epoch. A row's rate holds until the next row. Rates are rounded to the nearest bit/s, times
// to the nearest nanosecond.
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
};

struct RateStep {
  Duration at;
  std::int64_t rate = 0;  // bit/s
  bool operator==(const RateStep&) const = default;
};

inline constexpr double kHighestTraceRate = 100e9;         // bit/s
inline constexpr double kLongestTrace = 720 * 3600 * 1e9;  // ns, as RateStepSpec.at (link.proto)

/// An invalid format (unknown unit) is a problem at line 0.
TraceResult<std::vector<RateStep>> parse_rate_csv(std::string_view text,
                                                  const RateCsvFormat& format);

}  // namespace seawind
