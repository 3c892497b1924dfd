// SPDX-License-Identifier: GPL-3.0-or-later
// The kernel's TCP metrics cache of this network namespace. For each pair of addresses the kernel
// caches RTT, ssthresh, cwnd and reordering of earlier connections and initializes new connections
// with them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace seawind {

/// The cached metrics of connections to one host; 0: unknown.
struct CachedTcpMetrics {
  std::string peer;  // IPv4 address
  std::int64_t age_ms = 0;
  std::int64_t ssthresh = 0;  // segments
  std::int64_t cwnd = 0;      // segments
  std::int64_t rtt_us = 0;
  std::int64_t rttvar_us = 0;
  std::int64_t reordering = 0;  // segments
};

/// Returns all entries of IPv4 hosts. Throws Error.
std::vector<CachedTcpMetrics> read_tcp_metrics();

/// Removes all entries and returns their number. Sends no request if there are none, because the
/// kernel allows deletion only by the initial user namespace's root. Throws Error if entries
/// remain.
std::uint32_t clear_tcp_metrics();

}  // namespace seawind
