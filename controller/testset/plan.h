// SPDX-License-Identifier: GPL-3.0-or-later
// Converts a test set's file to a plan, which a campaign runs. References are resolved and defaults
// filled in. Combinations of parameters that cannot work are rejected with their location.
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

/// Limits of one campaign, so that a few lines of a test set cannot exhaust memory.
inline constexpr int kMaxCases = 20'000;
inline constexpr int kMaxFlows = 1000;               // of a workload
inline constexpr std::int64_t kMaxRuns = 5'000'000;  // cases x repetitions
inline constexpr int kMaxSlots = 1000;               // repetitions that run at the same time

/// Plan.engine and the option --engine of `seawind run`: tasks of a cluster.
inline constexpr const char* kSlurm = "slurm";

/// Whether programs of `command` flows may have `user: root`.
enum class RootPrograms { kRefused, kAllowed };

/// Reads a test set and all files it names. References are looked up in the parent of the test
/// set's folder (a test set is in testsets/ beside profiles/, routers/, ...), then in
/// `configs_root`. Returns nothing if any problem was added.
std::optional<Plan> load_plan(const std::filesystem::path& file,
                              const std::filesystem::path& configs_root, Diagnostics& problems,
                              const UnsavedTexts& unsaved = {},
                              RootPrograms root_programs = RootPrograms::kAllowed);

/// The value of an axis that names a file by `reference`: the file's name without .yaml.
std::string axis_id(const std::string& reference);

/// Empty if `text` is "auto" or a number from 1 to kMaxSlots; otherwise why not.
std::string parallel_problem(const std::string& text);

/// Maximum number of slots that run at the same time; nothing for "auto". The test set must be
/// valid.
std::optional<int> parallel_slots(const TestSet& test_set);

struct FlowStart {
  std::string flow;
  Duration at;  // after the beginning of the workload
};

/// The random choices for one repetition.
struct RepetitionPlan {
  std::uint64_t seed = 0;         // of the channel; the same in all cases
  std::vector<FlowStart> starts;  // in the order of the workload's flows
};

/// Repetition `number` (0 to repetitions - 1) of a case of the plan. The seed is output `number` of
/// SplitMix64 started with the test set's seed. A flow's start depends only on the number, the seed
/// and the flow's name, so that cases with the same workload have the same starts. With `until`,
/// which may end after any repetition, the points of a grid come in van der Corput order.
RepetitionPlan plan_repetition(const Plan& plan, const Case& test_case, int number);

/// Longest possible time from the start of the link to the start of this flow, or of any flow.
Duration latest_start(const TestSet& test_set, const Flow& flow);
Duration latest_start(const TestSet& test_set, const Workload& workload);

/// The prefixes of the `nat64` stages of all cases, each once.
std::vector<std::string> nat64_prefixes(const Plan& plan);

/// "4 cases x 6 repetitions = 24 runs, 24 at a time; at most 6min each, 6min in all", and one line
/// per case.
std::string describe(const Plan& plan);

}  // namespace seawind
