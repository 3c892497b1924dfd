// SPDX-License-Identifier: GPL-3.0-or-later
// Compares the performance targets of the relay with the tables of a run.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "tests/bench/relay_bench/results.h"

namespace seawind::bench {

struct Target {
  std::string what;
  bool at_most = true;  // else at least
  double limit = 0;
  double measured = 0;
  bool met() const { return at_most ? measured <= limit : measured >= limit; }
};

/// The targets for which `tables` contain a figure, for every seawindd in them. A missed target
/// does not fail the run, because the program cannot determine whether the machine was idle.
std::vector<Target> judge(const std::vector<Results>& tables);

std::string markdown(const std::vector<Target>& targets);
nlohmann::json json(const std::vector<Target>& targets);

}  // namespace seawind::bench
