// SPDX-License-Identifier: GPL-3.0-or-later
// The measurements of a run of the bench.
#pragma once

#include <string>
#include <vector>

#include "tests/bench/relay_bench/path.h"

namespace seawind::bench {

struct Plan {
  int runs = 5;                    // of each measurement; medians are reported
  double seconds = 5;              // of one measurement
  int links = 1000;                // in the many-links measurement
  int search_steps = 8;            // of the throughput search
  std::vector<double> spin_rates;  // packets/s
  std::vector<RelayKind> relays;   // without the bare veth pair; in the order of the tables
  bool ports_given = false;        // by the user; otherwise `relays` has all
  std::string daemon_program;
};

/// The bare veth pair, then the plan's relays.
std::vector<RelayKind> with_floor(const Plan& plan);

/// Prints the current step to stderr, with the time since the start.
void progress(const std::string& text);

}  // namespace seawind::bench
