// SPDX-License-Identifier: GPL-3.0-or-later
// The context of a discipline in a router's tree.
#pragma once

#include <cstdint>
#include <string>

#include "common/event_log.h"
#include "common/time.h"

namespace seawind {

class QueueEvents;

/// The properties of the link behind the router that disciplines use. Defaults are scaled to them.
struct RouterContext {
  std::int64_t link_rate = 0;  // bit/s; below a shaper, at most its rate
  Duration link_delay;         // one way
  std::uint64_t seed = 0;      // of the repetition
  Direction direction = Direction::kDownlink;
  bool operator==(const RouterContext&) const = default;
};

struct Node {
  RouterContext link;
  std::uint8_t traffic_class;  // number of the class it serves, 0: the root; part of its stream
                               // names
  QueueEvents& events;         // must outlive the discipline
  std::string flow_queue{};    // the flow queues around it (" flow 3"), for its stream names
};

}  // namespace seawind
