// SPDX-License-Identifier: GPL-3.0-or-later
// Runs one attempt at a repetition in a slot, from the TCP variant to the metrics.
#pragma once

#include <functional>
#include <stop_token>
#include <string>

#include "common/directory.h"
#include "controller/campaign/clock.h"
#include "controller/campaign/job.h"
#include "controller/campaign/session.h"
#include "controller/testbed/testbed.h"
#include "controller/testset/plan.h"

namespace seawind {

/// The name of an attempt's directory while it is being written, below the daemon's --log-dir.
std::string work_name(const Plan& plan, const Job& job);

/// Runs an attempt and blocks until it has ended. Calls `begun` when its first traffic, which may
/// be that of a warm-up, has its start time; may call it again for later traffic. All files are
/// written beneath work_name() in `work`, which is the --log-dir of the daemon and the agents.
/// Failures of the attempt are in the result. `peers`: of the slot `access`.
AttemptResult run_attempt(const Plan& plan, const Job& job, int slot, const SlotAccess& access,
                          SlotPeers peers, CampaignClock& clock, const Directory& work,
                          std::stop_token stop, const std::function<void()>& begun);

}  // namespace seawind
