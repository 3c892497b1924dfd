// SPDX-License-Identifier: GPL-3.0-or-later
// Follows the packets of an event log through the link: for readers of the log that connect the
// events of a packet (metrics, plots, exports).
#pragma once

#include <cstdint>
#include <memory_resource>
#include <unordered_map>
#include <utility>

#include "common/event_log.h"
#include "controller/measure/log_memory.h"

namespace seawind {

/// Whether the packet leaves the link with this event.
constexpr bool ends_journey(EventKind kind) {
  return kind == EventKind::kDelivered || kind == EventKind::kDrop;
}

/// The packets inside the link, by id, each with the data of its reader (Journey). A packet whose
/// end is not in the log stays.
template <typename Journey>
class Journeys {
 public:
  explicit Journeys(LogMemory& memory) : inside_(&memory) {}

  /// The event's packet enters the link. Replaces the journey of an earlier packet with its id.
  Journey& begin(const EventRecord& event, Journey journey = {}) {
    return inside_.insert_or_assign(event.packet, std::move(journey)).first->second;
  }

  /// The journey of the event's packet; nullptr if none began. An event that ends the journey
  /// removes it; the pointer is then valid until the next call.
  Journey* follow(const EventRecord& event) {
    const auto it = inside_.find(event.packet);
    if (it == inside_.end()) return nullptr;
    if (!ends_journey(event.kind)) return &it->second;
    ended_ = inside_.extract(it);
    return &ended_.mapped();
  }

 private:
  using Map = std::pmr::unordered_map<std::uint64_t, Journey>;
  Map inside_;
  typename Map::node_type ended_;
};

}  // namespace seawind
