// SPDX-License-Identifier: GPL-3.0-or-later
// From what the scheduler tells to what the campaign directory says about it.
#pragma once

#include <cstdint>
#include <string>

#include "controller/campaign/live.h"
#include "controller/campaign/scheduler.h"
#include "controller/testset/plan.h"

namespace seawind {

/// What a run knows from its beginning.
struct LiveRun {
  std::int64_t pid = 0;
  std::int64_t started_unix_ns = 0;
  int done_before = 0;  // repetitions, by earlier runs
  int failed_before = 0;
};

/// `relay`: the daemon's socket at the moment. `now_unix_ns`: when `progress` was told.
LiveState live_state(const Plan& plan, const LiveRun& run, const std::string& relay,
                     const CampaignProgress& progress, std::int64_t now_unix_ns);

}  // namespace seawind
