// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "controller/campaign/live.h"
#include "controller/testset/plan.h"

namespace seawind {

/// The live state that has the scheduler's `progress`, with the names that the plan gives. The
/// caller fills in what concerns its process.
LiveState live_state(const Plan& plan, const CampaignProgress& progress);

}  // namespace seawind
