// SPDX-License-Identifier: GPL-3.0-or-later
// The kernel's TCP metrics of this network namespace: what it remembers of earlier connections by
// pair of addresses (RTT, ssthresh, cwnd, reordering), and would start new ones with.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace seawind {

/// What is remembered of connections to one host; 0: not known.
struct RememberedMetrics {
  std::string peer;  // IPv4 address
  std::int64_t age_ms = 0;
  std::int64_t ssthresh = 0;  // segments
  std::int64_t cwnd = 0;      // segments
  std::int64_t rtt_us = 0;
  std::int64_t rttvar_us = 0;
  std::int64_t reordering = 0;  // segments
};

/// All entries of IPv4 hosts. Throws Error.
std::vector<RememberedMetrics> read_tcp_metrics();

/// How many entries there are. Throws Error.
std::uint32_t count_tcp_metrics();

/// Removes all entries and returns how many there were. Nothing is asked of the kernel when there
/// are none: it lets only the real root delete, not the root of a user namespace. Throws Error when
/// entries remain.
std::uint32_t clear_tcp_metrics();

}  // namespace seawind
