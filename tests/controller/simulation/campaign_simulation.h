// SPDX-License-Identifier: GPL-3.0-or-later
// Simulates one campaign: the scheduler and the store with a test bed that dies, stalls and answers
// late, a disk that is temporarily full, a store that other programs lock, a clock that is set, and
// an operator that pauses, stops and resumes. The seed determines everything.
#pragma once

#include <cstdint>
#include <filesystem>

#include "tests/controller/simulation/seeds.h"

namespace seawind::test {

/// `directory`: must be empty.
SimulationResult simulate_campaign(std::uint64_t seed, const std::filesystem::path& directory);

}  // namespace seawind::test
