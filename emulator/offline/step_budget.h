// SPDX-License-Identifier: GPL-3.0-or-later
// Virtual time has no clock that ends it: a link that does something each nanosecond would keep a
// program busy for hours with what looks like a minute. So what a link may do is counted.
#pragma once

#include <cstdint>

#include "common/error.h"
#include "emulator/core/scheduler.h"

namespace seawind {

/// Thrown when the link did more than its budget; what() says at which time of the link.
class StepsExceeded : public Error {
 public:
  using Error::Error;
};

class StepBudget {
 public:
  /// Steps are the scheduler's events.
  explicit StepBudget(std::uint64_t steps) : steps_(steps), left_(steps) {}

  /// What a packet brings along; its frames and their retransmissions are steps, too.
  void packet() { left_ += kOfPacket; }

  /// Scheduler::run_until within the budget; throws StepsExceeded.
  void run_until(Scheduler& scheduler, Time until);

 private:
  static constexpr std::uint64_t kOfPacket = 10'000;
  std::uint64_t steps_;
  std::uint64_t left_;
};

}  // namespace seawind
