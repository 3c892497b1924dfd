// SPDX-License-Identifier: GPL-3.0-or-later
// Converts the scheduler's progress to the live state in the campaign directory.
#pragma once

#include <cstdint>
#include <string>

#include "controller/campaign/live.h"
#include "controller/campaign/scheduler.h"
#include "controller/testset/plan.h"

namespace seawind {

/// Facts about a run that are known when it begins.
struct LiveRun {
  std::int64_t pid = 0;
  std::int64_t started_unix_ns = 0;
  int done_before = 0;  // repetitions, by earlier runs
  int failed_before = 0;
};

/// `relay`: the daemon's current socket. `now_unix_ns`: when `progress` was reported.
LiveState live_state(const Plan& plan, const LiveRun& run, const std::string& relay,
                     const CampaignProgress& progress, std::int64_t now_unix_ns);

}  // namespace seawind
