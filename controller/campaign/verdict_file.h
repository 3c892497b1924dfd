// SPDX-License-Identifier: GPL-3.0-or-later
// verdict.json of an attempt's directory: the verdict on the attempt, for people and scripts.
#pragma once

#include "common/directory.h"
#include "controller/campaign/job.h"
#include "controller/testset/plan.h"

namespace seawind {

inline constexpr const char* kVerdictFile = "verdict.json";

/// Writes the file into the attempt's directory, which must exist. Throws Error.
void write_verdict(const Directory& directory, const Plan& plan, const Job& job,
                   const AttemptRecord& record);

}  // namespace seawind
