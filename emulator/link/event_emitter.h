// SPDX-License-Identifier: GPL-3.0-or-later
// Helpers shared by the parts of one direction: event emission, progress notification, wake-ups.
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
  Direction direction() const { return direction_; }

 private:
  Direction direction_;
  Scheduler& scheduler_;
  LinkObserver& observer_;
};

/// Moves every packet that can move, after space was freed or a condition changed. Callable from
/// anywhere. Re-entrant calls are deferred until the outer call returns.
class Progress {
 public:
  virtual void make_progress() = 0;

 protected:
  ~Progress() = default;
};

/// Schedules calls of Progress::make_progress(). Guarantees only the earliest requested time. A
/// client that still waits after that call must request again.
class Waker {
 public:
  Waker(Scheduler& scheduler, Progress& progress) : scheduler_(scheduler), progress_(progress) {}

  /// Time::max() requests nothing: the time is not known.
  void at(Time when) {
    if (when >= next_) return;
    next_ = when;
    scheduler_.at(when, [this] { fire(); });
  }

 private:
  void fire() {
    if (scheduler_.now() < next_) return;  // superseded by an earlier request
    next_ = Time::max();
    progress_.make_progress();
  }

  Scheduler& scheduler_;
  Progress& progress_;
  Time next_ = Time::max();
};

}  // namespace seawind
