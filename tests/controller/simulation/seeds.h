// SPDX-License-Identifier: GPL-3.0-or-later
// What tests of simulations have in common: NAME_test [--seeds FROM-TO] simulates one campaign a
// seed; a seed reproduces what it finds.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>

namespace seawind::test {

struct SimulationResult {
  std::string broken;  // the promise that was not kept; empty: all were
  int attempts = 0;
  int valid = 0;   // of them, in the store
  int runs = 0;    // the first one and its resumptions
  int waits = 0;   // reports of a campaign that waits
  int calls = 0;   // to simulated programs
  int faults = 0;  // of calls
};

/// `directory`: an empty one.
using Simulate =
    std::function<SimulationResult(std::uint64_t seed, const std::filesystem::path& directory)>;

/// All seeds asked for; without --seeds those from 1 to `count`.
void keep_promises(std::uint64_t count, const Simulate& simulate);
/// That a seed gives the same campaign again.
void repeat(const Simulate& simulate);

}  // namespace seawind::test
