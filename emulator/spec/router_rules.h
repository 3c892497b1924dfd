// SPDX-License-Identifier: GPL-3.0-or-later
// Checks across several values of a router, for callers without the engine. The controller uses
// them, so that `seawind validate` reports the same errors as the daemon.
#pragma once

#include <vector>

#include "emulator/api/link_rules.h"
#include "emulator/api/router.pb.h"

namespace seawind {

/// All problems of `router`, whose single values are in range. Paths are as in the file
/// ("root.red.max_threshold").
std::vector<LinkProblem> router_problems(const Router& router);

}  // namespace seawind
