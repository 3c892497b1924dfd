// SPDX-License-Identifier: GPL-3.0-or-later
// The bytes in the router queue of one direction. The router's events carry this level. A drop from
// the queue does not: the level after it is computed from the packet's size.
#pragma once

#include <cstdint>
#include <memory_resource>
#include <optional>
#include <unordered_set>

#include "common/event_log.h"
#include "controller/measure/log_memory.h"

namespace seawind {

class RouterLevel {
 public:
  explicit RouterLevel(LogMemory& memory) : inside_(&memory) {}

  /// The level after the direction's next event; empty: the event does not change it.
  std::optional<std::int64_t> after(const EventRecord& event) {
    switch (event.kind) {
      case EventKind::kRouterEnqueue:
        inside_.insert(event.packet);
        return level_ = event.value;
      case EventKind::kRouterDequeue:
        inside_.erase(event.packet);
        return level_ = event.value;
      case EventKind::kDrop:
        if (inside_.erase(event.packet) == 0) return {};
        return level_ -= event.size;
      default:
        return {};
    }
  }

 private:
  std::int64_t level_ = 0;
  std::pmr::unordered_set<std::uint64_t> inside_;  // packets
};

}  // namespace seawind
