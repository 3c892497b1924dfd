// SPDX-License-Identifier: GPL-3.0-or-later
// What no single value of a router can say, for those who have no engine: the controller asks here,
// so that `seawind validate` refuses a router with the daemon's own words.
#pragma once

#include <vector>

#include "emulator/api/link_rules.h"
#include "emulator/api/router.pb.h"

namespace seawind {

/// Every problem of `router`, whose values are each in their range; paths as in the file
/// ("root.red.max_threshold").
std::vector<LinkProblem> router_problems(const Router& router);

}  // namespace seawind
