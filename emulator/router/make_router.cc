// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/router/make_router.h"

namespace seawind {

std::unique_ptr<LastHopRouter> make_router(const RouterConfig& config, const RouterContext& context,
                                           QueueEvents& events) {
  return std::make_unique<LastHopRouter>(config, context, events);
}

void change_router(std::unique_ptr<LastHopRouter>& router, std::unique_ptr<LastHopRouter>& next,
                   const RouterContext& context, Time now) {
  if (router->same_shape_as(*next)) {
    router->configure_as(*next, context, now);
  } else {
    next->take_packets_of(*router, context, now);
    std::swap(router, next);
  }
}

}  // namespace seawind
