// SPDX-License-Identifier: GPL-3.0-or-later
// The interface to the system's clocks; tests use a fake implementation.
#pragma once

#include "common/time.h"

namespace seawind {

struct ClockSample {
  Time monotonic;            // CLOCK_MONOTONIC
  Duration realtime_offset;  // CLOCK_REALTIME - CLOCK_MONOTONIC at that instant
};

class Clock {
 public:
  virtual ~Clock() = default;
  virtual Time monotonic() = 0;
  /// Reads both clocks at nearly the same instant.
  virtual ClockSample sample() = 0;
};

class SystemClock final : public Clock {
 public:
  Time monotonic() override;
  ClockSample sample() override;
};

}  // namespace seawind
