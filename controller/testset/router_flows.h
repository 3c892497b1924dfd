// SPDX-License-Identifier: GPL-3.0-or-later
// `flow:` in the filters of routers: names of a workload's flows, which the emulator does not know.
// The controller puts the flow's port in their place (every flow has a port of its own, at the sink
// or the server, on whichever side). A filter all of whose flows are missing from the workload at
// hand takes no packet: it gets protocol 255, which IANA reserves.
#pragma once

#include "controller/testset/cross_checks.h"

namespace seawind {

/// The flow at place i of the workload has port first_port + i.
void resolve_flows(Router& router, const Workload& workload, int first_port);

/// What of a router is wrong by itself, whatever the workload.
void check_router(const Document<Router>& router, Diagnostics& problems);

/// A flow that no workload of the test set has is a mistake; so are `flow` and `port` in one
/// filter.
void check_router_flows(const Document<Router>& router,
                        const std::vector<const Workload*>& workloads, Diagnostics& problems);

}  // namespace seawind
