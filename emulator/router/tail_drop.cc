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

void TailDropQueue::remove_if(const std::function<bool(const Packet&)>& chosen, DropReason reason,
                              Time) {
  for (std::size_t left = queue_.size(); left > 0; --left) {
    Packet packet = queue_.pop_front();
    if (!chosen(packet)) {
      queue_.push_back(std::move(packet));
      continue;
    }
    fill_.remove(packet.size());
    events_.dropped(packet, reason);
  }
}

}  // namespace seawind
