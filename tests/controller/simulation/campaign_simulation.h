// SPDX-License-Identifier: GPL-3.0-or-later
// One simulated campaign: the scheduler and the store, a test bed that dies, stalls and answers
// late, a disk that is full for a while, a store that others lock, a clock that is set, an operator
// who pauses, stops and resumes. Everything follows from the seed.
#pragma once

#include <cstdint>
#include <filesystem>

#include "tests/controller/simulation/seeds.h"

namespace seawind::test {

/// `directory`: an empty one.
SimulationResult simulate_campaign(std::uint64_t seed, const std::filesystem::path& directory);

}  // namespace seawind::test
