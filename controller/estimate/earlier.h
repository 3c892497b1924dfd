// SPDX-License-Identifier: GPL-3.0-or-later
// Duration and disk use that cases of a plan had in earlier campaigns.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "controller/testset/testset.pb.h"

namespace seawind {

struct EarlierCase {
  std::vector<double> seconds;  // of valid attempts, from the first call to the last metric
  std::vector<double> bytes;    // on disk, with the share of the store; of a sample of the attempts
};

struct EarlierRuns {
  std::map<std::string, EarlierCase> cases;  // by identity_of()
  int campaigns = 0;                         // campaigns with at least one of the cases
  int parallel = 0;          // largest number at the same time in any of them; 0: no run
  double attempts_each = 1;  // attempts per finished repetition
};

/// A text that is equal for equal cases. It covers the resolved link, router, TCP, workload and
/// timeline, the MTU, the offloads, the settling time and the time-out, but not the names, the seed
/// or the number of repetitions.
std::string identity_of(const TestSet& test_set, const Case& test_case);

/// Reads the campaigns that are directly in `folder`. Unreadable campaigns are skipped, because an
/// estimate does not need them. `stop` is checked between campaigns.
EarlierRuns earlier_runs(const Plan& plan, const std::filesystem::path& folder,
                         const std::function<bool()>& stop = {});

}  // namespace seawind
