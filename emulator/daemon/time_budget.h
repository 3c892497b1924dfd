// SPDX-License-Identifier: GPL-3.0-or-later
// A budget of processor time. A token bucket: it fills with `fraction` of the elapsed time, up to a
// depth of fraction x window, and is drained by the time spent, which in any span t is at most
// fraction x (t + window).
#pragma once

#include <algorithm>

#include "common/time.h"

namespace seawind {

class TimeBudget {
 public:
  TimeBudget(double fraction, Duration window)
      : fraction_(fraction), most_(scaled(window)), tokens_(most_) {}

  /// The time that may be spent at `now`; 0 if the budget is exhausted.
  Duration available(Time now) {
    if (now > last_) {
      tokens_ = std::min(most_, tokens_ + scaled(std::min(now - last_, most_ * kLongest)));
      last_ = now;
    }
    return std::max(tokens_, Duration());
  }

  /// Subtracts time spent until `now`. The debt is bounded, so that a long busy period does not
  /// block spinning for long.
  void spend(Duration spent, Time now) {
    available(now);
    tokens_ = std::max(tokens_ - spent, -most_);
  }

 private:
  static constexpr std::int64_t kLongest =
      1'000'000;  // keeps the product in range after a long pause
  Duration scaled(Duration d) const {
    return Duration::nanoseconds(
        static_cast<std::int64_t>(static_cast<double>(d.ns()) * fraction_));
  }

  double fraction_;
  Duration most_;
  Duration tokens_;
  Time last_;
};

}  // namespace seawind
