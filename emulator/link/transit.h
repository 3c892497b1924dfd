// SPDX-License-Identifier: GPL-3.0-or-later
// The transit slots between router and send buffer, "in neither buffer" (link-model section 2): the
// slots of adapter and driver and the link's own input queue, as one FIFO of so many packets. A
// packet in here has left the router for good and cannot be reordered any more.
#pragma once

#include <optional>
#include <utility>

#include "emulator/core/limit.h"
#include "emulator/core/packet.h"
#include "emulator/core/ring.h"

namespace seawind {

class TransitSlots {
 public:
  /// Packets; none: unlimited.
  explicit TransitSlots(std::optional<std::int64_t> capacity) : capacity_(capacity) {}

  bool has_room() const { return !capacity_ || fill_.packets < *capacity_; }
  bool empty() const { return slots_.empty(); }
  const Packet& front() const { return slots_.front(); }
  void push(Packet packet) {
    fill_.add(packet.size());
    slots_.push_back(std::move(packet));
  }
  Packet pop() {
    Packet packet = slots_.pop_front();
    fill_.remove(packet.size());
    return packet;
  }
  const Fill& fill() const { return fill_; }
  void change_capacity(std::optional<std::int64_t> capacity) { capacity_ = capacity; }

 private:
  std::optional<std::int64_t> capacity_;
  Ring<Packet> slots_;
  Fill fill_;
};

}  // namespace seawind
