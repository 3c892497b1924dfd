// SPDX-License-Identifier: GPL-3.0-or-later
// Notices that the wall clock was set, or the machine was suspended.
//
// The kernel slews CLOCK_REALTIME and CLOCK_MONOTONIC alike, so their difference is constant until
// the clock is set; that of CLOCK_BOOTTIME and CLOCK_MONOTONIC grows while the machine is suspended
// and at no other time.
#pragma once

#include <cstdint>
#include <string>

#include "controller/campaign/clock.h"

namespace seawind {

class ClockWatch {
 public:
  /// What is smaller is left to the limits on timing: it may be the reading itself.
  static constexpr std::int64_t kSmallest = 50'000'000;  // ns

  explicit ClockWatch(const CampaignClock& clock) : clock_(clock), last_(read()) {}

  /// What has happened since the last call, for people; empty: nothing. Smaller steps add up.
  std::string look();

 private:
  struct Offsets {  // ns after CLOCK_MONOTONIC
    std::int64_t wall = 0;
    std::int64_t boot = 0;
  };
  Offsets read() const;

  const CampaignClock& clock_;
  Offsets last_;
};

}  // namespace seawind
