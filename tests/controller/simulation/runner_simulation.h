// SPDX-License-Identifier: GPL-3.0-or-later
// Simulates one campaign with all parts of the controller: scheduler, runner, session, campaign
// directory and store. The simulated programs (sim_programs.h) lose, delay, duplicate and reorder
// calls, die and hang. What the controller records as valid is compared with what happened.
#pragma once

#include <cstdint>
#include <filesystem>

#include "tests/controller/simulation/seeds.h"

namespace seawind::test {

/// `directory`: must be empty.
SimulationResult simulate_runner(std::uint64_t seed, const std::filesystem::path& directory);

}  // namespace seawind::test
