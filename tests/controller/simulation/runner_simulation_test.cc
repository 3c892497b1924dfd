// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/controller/simulation/runner_simulation.h"

#include <gtest/gtest.h>

namespace seawind::test {
namespace {

TEST(RunnerSimulation, CountedAttemptsRanAsPlanned) {
  check_seeds(60, simulate_runner);
}

TEST(RunnerSimulation, ASeedGivesTheSameCampaign) {
  repeat(simulate_runner);
}

}  // namespace
}  // namespace seawind::test
