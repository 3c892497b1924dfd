// SPDX-License-Identifier: GPL-3.0-or-later
// Detects that the wall clock was set or that the machine was suspended.
//
// The kernel slews CLOCK_REALTIME and CLOCK_MONOTONIC alike, so their difference is constant until
// the clock is set. The difference of CLOCK_BOOTTIME and CLOCK_MONOTONIC grows only while the
// machine is suspended.
#pragma once

#include <cstdint>
#include <string>

#include "controller/campaign/clock.h"

namespace seawind {

class ClockWatch {
 public:
  /// Smallest step that is reported. Smaller ones may be errors of the readings; the limits on
  /// timing cover them.
  static constexpr std::int64_t kSmallest = 50'000'000;  // ns

  explicit ClockWatch(const CampaignClock& clock) : clock_(clock), last_(read()) {}

  /// Describes the steps of the clock since the last call; empty: none. Smaller steps accumulate.
  std::string update();

 private:
  struct Offsets {  // ns relative to CLOCK_MONOTONIC
    std::int64_t wall = 0;
    std::int64_t boot = 0;
  };
  Offsets read() const;

  const CampaignClock& clock_;
  Offsets last_;
};

}  // namespace seawind
