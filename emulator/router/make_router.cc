// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/router/make_router.h"

namespace seawind {

std::unique_ptr<LastHopRouter> make_router(const RouterConfig& config, const RouterContext& context,
                                           QueueEvents& events) {
  return std::make_unique<LastHopRouter>(config, context, events);
}

void change_router(std::unique_ptr<LastHopRouter>& router, const RouterConfig& config,
                   const RouterContext& context, QueueEvents&, Time now) {
  router->reconfigure(config, context, now);
}

}  // namespace seawind
