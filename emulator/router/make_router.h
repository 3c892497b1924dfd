// SPDX-License-Identifier: GPL-3.0-or-later
// Creates and changes the tree of queue disciplines of a last-hop router.
#pragma once

#include <memory>

#include "emulator/router/last_hop_router.h"
#include "emulator/router/router_config.h"

namespace seawind {

/// `events` must outlive the router.
std::unique_ptr<LastHopRouter> make_router(const RouterConfig& config, const RouterContext& context,
                                           QueueEvents& events);

/// Changes a router at `now` while packets are queued (rule: docs/reference/router.md, "Live
/// changes"). `next` was created for the new configuration and the same events, at any earlier time
/// and on any thread, so that no queues are built here. Afterwards `next` holds the replaced
/// objects, which the caller destroys off the packet path.
void change_router(std::unique_ptr<LastHopRouter>& router, std::unique_ptr<LastHopRouter>& next,
                   const RouterContext& context, Time now);

}  // namespace seawind
