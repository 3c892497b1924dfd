// SPDX-License-Identifier: GPL-3.0-or-later
// Values that follow from a link's reports: sums, rates between two reports, and the line of
// `seawind link watch --json`.
#pragma once

#include <cstdint>
#include <string>

namespace seawind {

class DirectionCounters;
class LinkReport;

/// Packets of the hosts that were delivered: without those that the link made itself.
struct Delivered {
  std::uint64_t packets = 0;
  std::uint64_t bytes = 0;
};
Delivered delivered_of_hosts(const DirectionCounters& direction);
/// Packets dropped for all reasons.
std::uint64_t dropped_packets(const DirectionCounters& direction);
/// CE marks set by the whole router; 0: no router.
std::uint64_t router_marks(const DirectionCounters& direction);

/// Rates between a report and a later one of the same link.
struct DirectionRates {
  double delivered_bit_s = 0;
  double delay_s = -1;  // mean over the hosts' packets delivered in between; -1: none was
};
DirectionRates rates_between(const DirectionCounters& before, const DirectionCounters& after,
                             std::int64_t elapsed_ns);

/// What happened between two reports of a link, in one line for a terminal.
std::string counters_line(const LinkReport& before, const LinkReport& now);

/// The JSON line (docs/reference/campaign.md), without newline. `unix_ns`: the report's arrival.
/// 64-bit numbers are JSON numbers, not strings as in protobuf's JSON.
std::string watch_line(const LinkReport& report, std::int64_t unix_ns);

/// Puts the name of one of several links before its line, or into a JSON object as the key `link`.
std::string with_link_name(const std::string& name, const std::string& line, bool is_json);

}  // namespace seawind
