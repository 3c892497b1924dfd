// SPDX-License-Identifier: GPL-3.0-or-later
// How the parts of one direction emit its events.
#pragma once

#include "emulator/core/observer.h"
#include "emulator/core/scheduler.h"

namespace seawind {

/// Emits events of one direction to the observer, stamped with scheduler.now().
class EventEmitter {
 public:
  EventEmitter(Direction direction, Scheduler& scheduler, LinkObserver& observer)
      : direction_(direction), scheduler_(scheduler), observer_(observer) {}

  void operator()(EventKind kind, std::uint64_t id = 0, std::uint32_t size = 0,
                  std::int64_t value = 0, std::uint8_t code = 0,
                  const Packet* packet = nullptr) const {
    observer_.on_event({.time = scheduler_.now(),
                        .kind = kind,
                        .direction = direction_,
                        .code = code,
                        .packet = id,
                        .size = size,
                        .value = value},
                       packet);
  }
  void drop(const Packet& packet, DropReason reason) const {
    (*this)(EventKind::kDrop, packet.id(), packet.size(), 0, static_cast<std::uint8_t>(reason),
            &packet);
  }
  /// kBlocked or kUnblocked.
  void blocked(bool begins, BlockReason reason) const {
    (*this)(begins ? EventKind::kBlocked : EventKind::kUnblocked, 0, 0, 0,
            static_cast<std::uint8_t>(reason));
  }
  Direction direction() const { return direction_; }

 private:
  Direction direction_;
  Scheduler& scheduler_;
  LinkObserver& observer_;
};

}  // namespace seawind
