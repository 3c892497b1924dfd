// SPDX-License-Identifier: GPL-3.0-or-later
// verdict.json of an attempt's directory: how the attempt was judged, for people and scripts.
#pragma once

#include "common/directory.h"
#include "controller/campaign/job.h"
#include "controller/testset/plan.h"

namespace seawind {

inline constexpr const char* kVerdictFile = "verdict.json";

/// Writes it into the attempt's directory, which exists. Throws Error.
void write_verdict(const Directory& directory, const Plan& plan, const Job& job,
                   const AttemptRecord& record);

}  // namespace seawind
