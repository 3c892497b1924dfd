// SPDX-License-Identifier: GPL-3.0-or-later
// Programs of `command` flows with `user: root`. A file can request them, but only the command line
// can permit them.
#pragma once

#include <string>

#include "controller/testset/cross_checks.h"

namespace seawind {

inline constexpr auto kAllowRootPrograms = "--allow-root-programs";

/// Adds one problem for each such flow, located at its `user`.
void refuse_root_programs(const Document<Workload>& workload, Diagnostics& problems);

/// The problem of a plan that has such flows without permission; empty: none.
std::string root_program(const Plan& plan);

}  // namespace seawind
