// SPDX-License-Identifier: GPL-3.0-or-later
// What is valid and yet can hardly be meant: limits that nothing can reach, queues without one.
// Each warning is provable from the files alone.
#pragma once

#include "common/diagnostics.h"
#include "controller/testset/cross_checks.h"

namespace seawind {

/// Queues that somebody has freed of every limit; limits above what the direction may hold at all.
void warn_link(const Document<LinkProfile>& link, Diagnostics& problems);
/// A queue above what the link behind it may hold.
void warn_router_limit(const Document<Router>& router, const Document<LinkProfile>& link,
                       Diagnostics& problems);
/// A router that only queues, in front of a downlink that takes every packet at once.
void warn_router_never_fills(const Document<LinkProfile>& link, const Document<Router>& router,
                             Diagnostics& problems);
/// Limits of validity beyond what an attempt can come to.
void warn_limits(const Document<TestSet>& test_set, Diagnostics& problems);

}  // namespace seawind
