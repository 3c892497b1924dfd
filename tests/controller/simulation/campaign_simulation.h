// SPDX-License-Identifier: GPL-3.0-or-later
// One simulated campaign: the scheduler and the store, a test bed that dies, stalls and answers
// late, a disk that is full for a while, a store that others lock, a clock that is set, an operator
// who pauses, stops and resumes. Everything follows from the seed.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace seawind::test {

struct SimulationResult {
  std::string broken;  // the promise that was not kept; empty: all were
  int attempts = 0;
  int runs = 0;   // the first one and its resumptions
  int waits = 0;  // reports of a campaign that waits
};

/// `store`: a file that does not exist.
SimulationResult simulate_campaign(std::uint64_t seed, const std::filesystem::path& store);

}  // namespace seawind::test
