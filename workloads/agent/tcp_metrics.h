// SPDX-License-Identifier: GPL-3.0-or-later
// The kernel's TCP metrics of this network namespace: what it remembers of earlier connections by
// pair of addresses (RTT, ssthresh, cwnd, reordering), and would start new ones with.
#pragma once

#include <cstdint>

namespace seawind {

/// How many entries there are. Throws Error.
std::uint32_t count_tcp_metrics();

/// Removes all entries and returns how many there were. Nothing is asked of the kernel when there
/// are none: it lets only the real root delete, not the root of a user namespace. Throws Error when
/// entries remain.
std::uint32_t clear_tcp_metrics();

}  // namespace seawind
