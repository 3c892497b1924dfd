// SPDX-License-Identifier: GPL-3.0-or-later
// What the parts of one direction have in common: how they tell the observer what happens, how they
// make the direction go on, and how they ask to be woken.
#pragma once

#include "emulator/core/observer.h"
#include "emulator/core/scheduler.h"

namespace seawind {

/// Tells the observer, in the name of one direction, at scheduler.now().
class Teller {
 public:
  Teller(Direction direction, Scheduler& scheduler, LinkObserver& observer)
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

/// Something was freed or has become possible: everything that can move now moves. May be called
/// from anywhere; a call from inside itself is made good before the outer one returns.
class Progress {
 public:
  virtual void go_on() = 0;

 protected:
  ~Progress() = default;
};

/// Makes the direction go on at instants to come. Only the earliest one asked for is promised:
/// whoever still waits then asks again.
class Waker {
 public:
  Waker(Scheduler& scheduler, Progress& progress) : scheduler_(scheduler), progress_(progress) {}

  /// Time::max(): nobody knows when.
  void at(Time when) {
    if (when >= next_) return;
    next_ = when;
    scheduler_.at(when, [this] { fire(); });
  }

 private:
  void fire() {
    if (scheduler_.now() < next_) return;  // a later wish that an earlier one has replaced
    next_ = Time::max();
    progress_.go_on();
  }

  Scheduler& scheduler_;
  Progress& progress_;
  Time next_ = Time::max();
};

}  // namespace seawind
