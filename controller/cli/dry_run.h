// SPDX-License-Identifier: GPL-3.0-or-later
// `seawind run --dry-run`: the plan and what it will take; nothing is made or run.
#pragma once

#include <string>

#include "controller/cli/execute.h"
#include "controller/testset/testset.pb.h"

namespace seawind {

/// `output`: the campaign directory that would be made; earlier campaigns are looked for beside it.
/// The exit code.
int dry_run(const Plan& plan, const std::string& output, const ExecuteOptions& options);

}  // namespace seawind
