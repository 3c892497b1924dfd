// SPDX-License-Identifier: GPL-3.0-or-later
// From a test set's file to what a campaign runs: every reference resolved, every default filled
// in, every combination of parameters that cannot work refused, with its place.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "common/config_reader.h"
#include "common/time.h"
#include "controller/testset/testset.pb.h"

namespace seawind {

/// What one campaign may have, so that a few lines of a test set cannot fill the memory.
inline constexpr int kMostCases = 20'000;
inline constexpr std::int64_t kMostRuns = 5'000'000;  // cases x repetitions

/// Whether programs of `command` flows may say `user: root`.
enum class RootPrograms { kRefused, kAllowed };

/// Reads a test set and everything it names. References are looked up in the folder above the test
/// set's own (a test set stands in testsets/ beside profiles/, routers/, ...), then in
/// `configs_root`. Nothing if any problem was added.
std::optional<Plan> load_plan(const std::filesystem::path& file,
                              const std::filesystem::path& configs_root, Diagnostics& problems,
                              const UnsavedTexts& unsaved = {},
                              RootPrograms root_programs = RootPrograms::kAllowed);

/// Most slots that may run at the same time, or nothing for "auto". The test set is validated.
std::optional<int> parallel_slots(const TestSet& test_set);

struct FlowStart {
  std::string flow;
  Duration at;  // after the workload's beginning
};

/// What is drawn for one repetition.
struct RepetitionPlan {
  std::uint64_t seed = 0;         // of the channel; the same in every case
  std::vector<FlowStart> starts;  // in the order of the workload's flows
};

/// Repetition `number` (0 to repetitions - 1) of a case of the plan. The seed is output `number` of
/// SplitMix64 started with the test set's seed; a flow's start depends on the number, the seed and
/// the flow's name only, so cases with the same workload have the same list. With `until`, which
/// may end after any repetition, the grid's places come in van der Corput order.
RepetitionPlan plan_repetition(const Plan& plan, const Case& test_case, int number);

/// Longest time from the start of the link to the latest start of a flow.
Duration latest_start(const TestSet& test_set, const Workload& workload);

/// "4 cases x 6 repetitions = 24 runs, 24 at a time; at most 6min each, 6min in all" and a line per
/// case.
std::string describe(const Plan& plan);

}  // namespace seawind
