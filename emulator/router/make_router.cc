// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/router/make_router.h"

#include "emulator/router/tail_drop.h"

namespace seawind {

std::unique_ptr<QueueDiscipline> make_router(const RouterConfig& config, const RouterContext&,
                                             QueueEvents& events) {
  return std::make_unique<TailDropQueue>(std::get<TailDropConfig>(config.root).limit, events);
}

void change_router(std::unique_ptr<QueueDiscipline>& router, const RouterConfig& config,
                   const RouterContext&, QueueEvents&, Time) {
  static_cast<TailDropQueue&>(*router).change_limit(std::get<TailDropConfig>(config.root).limit);
}

}  // namespace seawind
