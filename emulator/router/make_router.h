// SPDX-License-Identifier: GPL-3.0-or-later
// Builds and changes the tree of queue disciplines of a last-hop router.
#pragma once

#include <memory>

#include "emulator/router/last_hop_router.h"
#include "emulator/router/router_config.h"

namespace seawind {

/// `events` must outlive the router.
std::unique_ptr<LastHopRouter> make_router(const RouterConfig& config, const RouterContext& context,
                                           QueueEvents& events);

/// Changes a router at `now` while packets are queued (rule: docs/reference/router.md, "Live
/// changes"). `next` was made for the new configuration and the same events, anywhere and at any
/// time before: what is expensive about a change, building the queues, is done by then. Afterwards
/// `next` is what is not needed any more, to be destroyed where there is time for it.
void change_router(std::unique_ptr<LastHopRouter>& router, std::unique_ptr<LastHopRouter>& next,
                   const RouterContext& context, Time now);

}  // namespace seawind
