// SPDX-License-Identifier: GPL-3.0-or-later
// Builds and changes the tree of queue disciplines of a last-hop router.
#pragma once

#include <cstdint>
#include <memory>

#include "common/event_log.h"
#include "common/time.h"
#include "emulator/router/queue_discipline.h"
#include "emulator/router/router_config.h"

namespace seawind {

/// What disciplines may know about the link behind them: defaults are scaled to it.
struct RouterContext {
  std::int64_t link_rate = 0;  // bit/s
  Duration link_delay;         // one way
  std::uint64_t seed = 0;      // of the repetition
  Direction direction = Direction::kDownlink;
};

/// `events` must outlive the router.
std::unique_ptr<QueueDiscipline> make_router(const RouterConfig& config,
                                             const RouterContext& context, QueueEvents& events);

/// Takes over a new configuration at `now` while packets are queued (rule:
/// docs/reference/router.md, "Live changes").
void change_router(std::unique_ptr<QueueDiscipline>& router, const RouterConfig& config,
                   const RouterContext& context, QueueEvents& events, Time now);

}  // namespace seawind
