// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "controller/campaign/live.h"
#include "controller/testset/plan.h"

namespace seawind {

/// The live state for the scheduler's `progress`, with names from the plan. The caller fills in the
/// fields of its process.
LiveState live_state(const Plan& plan, const CampaignProgress& progress);

}  // namespace seawind
