// SPDX-License-Identifier: GPL-3.0-or-later
// The machine on which a figure was measured; without it the figure cannot be interpreted.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace seawind::bench {

/// Name and value: processor, cores, kernel, HZ, clock source, real time, and so on.
std::vector<std::pair<std::string, std::string>> describe_machine();

/// Whether this process may use SCHED_FIFO.
bool realtime_allowed();

/// Time the hypervisor took from this machine's processors since it started, in ms.
double steal_ms();

}  // namespace seawind::bench
