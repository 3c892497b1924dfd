// SPDX-License-Identifier: GPL-3.0-or-later
// Programs of `command` flows that say `user: root`: a file can ask for it, only the command line
// allows it.
#pragma once

#include <string>

#include "controller/testset/cross_checks.h"

namespace seawind {

inline constexpr auto kAllowRootPrograms = "--allow-root-programs";

/// One problem for each such flow, at its `user`.
void refuse_root_programs(const Document<Workload>& workload, Diagnostics& problems);

/// What is wrong with a plan that has such flows and no permission, or nothing.
std::string root_program(const Plan& plan);

}  // namespace seawind
