// SPDX-License-Identifier: GPL-3.0-or-later
// campaign_simulation_test [--seeds FROM-TO]: simulated campaigns, one a seed; a seed reproduces
// what it finds.
#include "tests/controller/simulation/campaign_simulation.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "tests/support/temp_tree.h"

namespace seawind::test {
namespace {

std::uint64_t first_seed = 1;
std::uint64_t last_seed = 200;

/// SQLite syncs: memory is quicker than a disk.
std::filesystem::path quick_place(const std::filesystem::path& otherwise) {
  const std::filesystem::path memory = "/dev/shm";
  return std::filesystem::is_directory(memory) ? memory : otherwise;
}

TEST(CampaignSimulation, KeepsItsPromisesUnderFaults) {
  const TempTree tree;
  int attempts = 0;
  int runs = 0;
  int waits = 0;
  for (std::uint64_t seed = first_seed; seed <= last_seed; ++seed) {
    std::string pattern = (quick_place(tree.root()) / "seawind-sim-XXXXXX").string();
    const std::filesystem::path directory = mkdtemp(pattern.data());
    const auto result = simulate_campaign(seed, directory / "campaign.db");
    std::filesystem::remove_all(directory);
    EXPECT_EQ(result.broken, "") << "reproduce with --seeds " << seed << "-" << seed;
    attempts += result.attempts;
    runs += result.runs;
    waits += result.waits;
  }
  std::printf("%llu campaigns, %d attempts, %d runs, %d reports of waiting\n",
              static_cast<unsigned long long>(last_seed - first_seed + 1), attempts, runs, waits);
}

TEST(CampaignSimulation, ASeedGivesTheSameCampaign) {
  const TempTree tree;
  const auto once = simulate_campaign(7, tree.root() / "a.db");
  const auto again = simulate_campaign(7, tree.root() / "b.db");
  EXPECT_EQ(once.attempts, again.attempts);
  EXPECT_EQ(once.runs, again.runs);
  EXPECT_EQ(once.waits, again.waits);
}

}  // namespace
}  // namespace seawind::test

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  unsigned long long from = 0;
  unsigned long long to = 0;
  if (argc == 3 && std::strcmp(argv[1], "--seeds") == 0 &&
      std::sscanf(argv[2], "%llu-%llu", &from, &to) == 2 && from <= to) {
    seawind::test::first_seed = from;
    seawind::test::last_seed = to;
  } else if (argc > 1) {
    std::fputs("usage: campaign_simulation_test [--seeds FROM-TO]\n", stderr);
    return 2;
  }
  return RUN_ALL_TESTS();
}
