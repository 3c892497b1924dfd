// SPDX-License-Identifier: GPL-3.0-or-later
// How the parts of one direction request that its packets move on: at once, or at an instant.
#pragma once

#include "emulator/core/scheduler.h"

namespace seawind {

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
