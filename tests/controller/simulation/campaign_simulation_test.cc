// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/controller/simulation/campaign_simulation.h"

#include <gtest/gtest.h>

namespace seawind::test {
namespace {

TEST(CampaignSimulation, KeepsItsGuaranteesUnderFaults) {
  check_seeds(200, simulate_campaign);
}

TEST(CampaignSimulation, ASeedGivesTheSameCampaign) {
  repeat(simulate_campaign);
}

}  // namespace
}  // namespace seawind::test
