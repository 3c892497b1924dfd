// SPDX-License-Identifier: GPL-3.0-or-later
// The measurements, one file each. Each fills its tables run by run.
#pragma once

#include <vector>

#include "tests/bench/relay_bench/plan.h"
#include "tests/bench/relay_bench/results.h"

namespace seawind::bench {

/// Label of the row of `spin` in which no relay runs and every processor is busy.
inline constexpr char kAllBusy[] = "no relay, all processors busy";

/// Lateness of a 20 ms link at 200 and 20 000 packets/s, idle and beside a busy process; and the
/// daemon's own report of the same runs.
std::vector<Results> measure_accuracy(const Plan& plan);
/// Packets/s without loss at 64 and 1500 bytes, and TCP.
std::vector<Results> measure_throughput(const Plan& plan);
/// TCP, UDP and round trips beside TCP, with segmentation offload at the hosts and without.
std::vector<Results> measure_offloads(const Plan& plan);
/// Processor time and memory.
std::vector<Results> measure_cost(const Plan& plan);
/// Many 64 kbit/s links in one daemon: lateness and memory, creation and removal, bursts.
std::vector<Results> measure_links(const Plan& plan);
/// Stalls at rates from 1 to 50 000 packets/s.
std::vector<Results> measure_spin(const Plan& plan);
/// Packets/s without loss over a bare link and over one with the whole model at work.
std::vector<Results> measure_features(const Plan& plan);

}  // namespace seawind::bench
