// SPDX-License-Identifier: GPL-3.0-or-later
// Bounds the number of events that a run in virtual time executes. Without a bound, a link with an
// event every nanosecond occupies the program for hours.
#pragma once

#include <cstdint>

#include "common/error.h"
#include "emulator/core/scheduler.h"

namespace seawind {

/// The budget is used up; what() contains the link's time.
class StepsExceeded : public Error {
 public:
  using Error::Error;
};

class StepBudget {
 public:
  /// A step is an event of the scheduler.
  explicit StepBudget(std::uint64_t steps) : steps_(steps), left_(steps) {}

  /// Adds kOfPacket steps, for the frames of a packet and their retransmissions.
  void packet() { left_ += kOfPacket; }

  /// Scheduler::run_until(); throws StepsExceeded when the budget is used up.
  void run_until(Scheduler& scheduler, Time until);

 private:
  static constexpr std::uint64_t kOfPacket = 10'000;
  std::uint64_t steps_;
  std::uint64_t left_;
};

}  // namespace seawind
