// SPDX-License-Identifier: GPL-3.0-or-later
// `flow:` in the filters of routers: names of a workload's flows, which the emulator does not have.
// The controller replaces them with ports; every flow has its own port, used at the sink or the
// server on either side. A filter without any flow of the current workload must match no packet: it
// gets protocol 255, which IANA reserves.
#pragma once

#include "controller/testset/cross_checks.h"

namespace seawind {

/// Replaces flow names with ports. The flow at index i of the workload has port first_port + i.
void resolve_flows(Router& router, const Workload& workload, int first_port);

/// Checks a router independently of any workload.
void check_router(const Document<Router>& router, Diagnostics& problems);

/// Reports a flow that no workload of the test set has, and a filter with both `flow` and `port`.
void check_router_flows(const Document<Router>& router,
                        const std::vector<const Workload*>& workloads, Diagnostics& problems);

}  // namespace seawind
