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

/// Takes over a new configuration at `now` while packets are queued (rule:
/// docs/reference/router.md, "Live changes").
void change_router(std::unique_ptr<LastHopRouter>& router, const RouterConfig& config,
                   const RouterContext& context, QueueEvents& events, Time now);

}  // namespace seawind
