// SPDX-License-Identifier: GPL-3.0-or-later
// What the cases of a plan really took in campaigns that ran before.
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
  std::vector<double> bytes;    // on disk, with its share of the store; of some of them
};

struct EarlierRuns {
  std::map<std::string, EarlierCase> cases;  // by what identity_of() gives
  int campaigns = 0;                         // that had at least one of the cases
  int parallel = 0;          // most that ran at the same time in any of them; 0: none ran
  double attempts_each = 1;  // attempts for each repetition that is done
};

/// What makes two cases the same: everything resolved (link, router, TCP, workload, timeline), the
/// MTU, the settling time and the time-out; not the names, the seed or the number of repetitions.
std::string identity_of(const TestSet& test_set, const Case& test_case);

/// Looks through the campaigns that are directly in `folder`. What cannot be read is passed over:
/// an estimate needs no damaged campaign. `stop`: asked between campaigns.
EarlierRuns earlier_runs(const Plan& plan, const std::filesystem::path& folder,
                         const std::function<bool()>& stop = {});

}  // namespace seawind
