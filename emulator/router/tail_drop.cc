// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/router/tail_drop.h"

#include <utility>

namespace seawind {

void TailDropQueue::enqueue(Packet packet, Time) {
  if (!fill_.fits(packet.size(), limit_)) {
    events_.dropped(packet, DropReason::kRouterFull);
    return;
  }
  fill_.add(packet.size());
  const std::uint64_t place = queue_.push_back(std::move(packet));
  events_.enqueued(queue_[place], 0);
}

Packet TailDropQueue::dequeue(Time) {
  if (queue_.empty()) return {};
  Packet packet = queue_.pop_front();
  fill_.remove(packet.size());
  return packet;
}

}  // namespace seawind
