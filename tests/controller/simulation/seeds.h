// SPDX-License-Identifier: GPL-3.0-or-later
// Shared by tests of simulations: NAME_test [--seeds FROM-TO] simulates one campaign per seed. A
// seed reproduces a failure.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>

namespace seawind::test {

struct SimulationResult {
  std::string broken;  // the broken promise; empty: none
  int attempts = 0;
  int valid = 0;   // valid attempts in the store
  int runs = 0;    // the first run and its resumptions
  int waits = 0;   // reports in which the campaign waits
  int calls = 0;   // to simulated programs
  int faults = 0;  // of calls
};

/// `directory`: must be empty.
using Simulate =
    std::function<SimulationResult(std::uint64_t seed, const std::filesystem::path& directory)>;

/// Simulates all requested seeds; without --seeds those from 1 to `count`.
void check_seeds(std::uint64_t count, const Simulate& simulate);
/// Checks that a seed gives the same campaign again.
void repeat(const Simulate& simulate);

}  // namespace seawind::test
