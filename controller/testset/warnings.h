// SPDX-License-Identifier: GPL-3.0-or-later
// Warnings about valid but probably unintended values: limits that cannot be reached, queues
// without a limit. Each warning follows from the files alone.
#pragma once

#include "common/diagnostics.h"
#include "controller/testset/cross_checks.h"

namespace seawind {

/// Warns of queues with all limits switched off, and limits above the direction's total limit.
void warn_link(const Document<LinkProfile>& link, Diagnostics& problems);
/// Warns of a queue with a limit above the total limit of the link behind it.
void warn_router_limit(const Document<Router>& router, const Document<LinkProfile>& link,
                       Diagnostics& problems);
/// Warns of a router that only queues in front of a downlink that accepts every packet at once.
void warn_router_never_fills(const Document<LinkProfile>& link, const Document<Router>& router,
                             Diagnostics& problems);
/// Warns of limits of validity that no attempt can exceed.
void warn_limits(const Document<TestSet>& test_set, Diagnostics& problems);

}  // namespace seawind
