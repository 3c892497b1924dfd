// SPDX-License-Identifier: GPL-3.0-or-later
// `seawind run --dry-run`: shows the plan with its duration and disk use, without creating or
// running anything.
#pragma once

#include <string>

#include "controller/cli/execute.h"
#include "controller/testset/testset.pb.h"

namespace seawind {

/// `output`: the campaign directory that a run would create. Earlier campaigns are searched for
/// beside it. Returns the exit code.
int dry_run(const Plan& plan, const std::string& output, const ExecuteOptions& options);

}  // namespace seawind
