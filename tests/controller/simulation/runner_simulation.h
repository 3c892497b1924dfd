// SPDX-License-Identifier: GPL-3.0-or-later
// One simulated campaign of everything that the controller has: scheduler, runner, session,
// campaign directory and store, against simulated programs (sim_programs.h) that lose, delay,
// double and reorder calls, die and hang. What the controller calls valid is compared with what
// happened.
#pragma once

#include <cstdint>
#include <filesystem>

#include "tests/controller/simulation/seeds.h"

namespace seawind::test {

/// `directory`: an empty one.
SimulationResult simulate_runner(std::uint64_t seed, const std::filesystem::path& directory);

}  // namespace seawind::test
