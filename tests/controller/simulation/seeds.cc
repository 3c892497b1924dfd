// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/controller/simulation/seeds.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace seawind::test {
namespace {

unsigned long long first_seed = 1;
unsigned long long last_seed = 0;  // 0: the test's default

/// A new directory, preferably in memory, because SQLite syncs and memory is faster than a disk.
std::filesystem::path new_directory() {
  const std::filesystem::path memory = "/dev/shm";
  const auto place =
      std::filesystem::is_directory(memory) ? memory : std::filesystem::temp_directory_path();
  std::string pattern = (place / "seawind-sim-XXXXXX").string();
  if (mkdtemp(pattern.data()) == nullptr) std::abort();
  return pattern;
}

SimulationResult simulate_one(const Simulate& simulate, std::uint64_t seed) {
  const auto directory = new_directory();
  auto result = simulate(seed, directory);
  std::filesystem::remove_all(directory);
  return result;
}

}  // namespace

void check_seeds(std::uint64_t count, const Simulate& simulate) {
  SimulationResult all;
  const std::uint64_t last = last_seed == 0 ? count : last_seed;
  for (std::uint64_t seed = first_seed; seed <= last; ++seed) {
    const auto result = simulate_one(simulate, seed);
    EXPECT_EQ(result.broken, "") << "reproduce with --seeds " << seed << "-" << seed;
    all.attempts += result.attempts;
    all.valid += result.valid;
    all.runs += result.runs;
    all.waits += result.waits;
    all.calls += result.calls;
    all.faults += result.faults;
  }
  EXPECT_GT(all.valid, 0) << "nothing was promised";
  std::printf(
      "%llu campaigns, %d attempts (%d valid), %d runs, %d reports of waiting, %d calls, %d "
      "faults\n",
      static_cast<unsigned long long>(last - first_seed + 1), all.attempts, all.valid, all.runs,
      all.waits, all.calls, all.faults);
}

void repeat(const Simulate& simulate) {
  for (const std::uint64_t seed : {7U, 11U}) {
    const auto once = simulate_one(simulate, seed);
    const auto again = simulate_one(simulate, seed);
    EXPECT_EQ(once.attempts, again.attempts);
    EXPECT_EQ(once.valid, again.valid);
    EXPECT_EQ(once.runs, again.runs);
    EXPECT_EQ(once.waits, again.waits);
    EXPECT_EQ(once.calls, again.calls);
    EXPECT_EQ(once.faults, again.faults);
  }
}

}  // namespace seawind::test

int main(int argc, char** argv) {
  using seawind::test::first_seed;
  using seawind::test::last_seed;
  testing::InitGoogleTest(&argc, argv);
  if (argc == 1) return RUN_ALL_TESTS();
  if (argc == 3 && std::strcmp(argv[1], "--seeds") == 0 &&
      std::sscanf(argv[2], "%llu-%llu", &first_seed, &last_seed) == 2 && first_seed <= last_seed)
    return RUN_ALL_TESTS();
  std::fprintf(stderr, "usage: %s [--seeds FROM-TO]\n", argv[0]);
  return 2;
}
