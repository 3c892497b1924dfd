// SPDX-License-Identifier: GPL-3.0-or-later
// netem's distribution tables (.dist; iproute2 tc/q_netem.c, get_distribution): text, `#` begins a
// comment line, signed 16-bit integers separated by white space, at most 16384 of them. Entry i of
// n is the quantile at i / n of a distribution with mean 0 and deviation 1, times 8192.
#pragma once

#include <cstdint>

#include "common/traces/trace_text.h"

namespace seawind {

inline constexpr std::size_t kMaxNetemEntries = 16384;

/// At least one entry. A `#` inside a line ends the line too.
TraceResult<std::vector<std::int16_t>> parse_netem_dist(std::string_view text);

}  // namespace seawind
