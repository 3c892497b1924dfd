// SPDX-License-Identifier: GPL-3.0-or-later
// How much of the time the relay may spend spinning. A token bucket: it fills with `fraction` of
// the time that passes, up to what `window` brings, and is emptied by what was spent; so spinning
// takes at most fraction x (t + window) of any span t.
#pragma once

#include <algorithm>

#include "common/time.h"

namespace seawind {

class SpinBudget {
 public:
  SpinBudget(double fraction, Duration window)
      : fraction_(fraction), most_(scaled(window)), tokens_(most_) {}

  /// What may be spent at `now`; 0 when there is nothing left.
  Duration available(Time now) {
    if (now > last_) {
      tokens_ = std::min(most_, tokens_ + scaled(std::min(now - last_, most_ * kLongest)));
      last_ = now;
    }
    return std::max(tokens_, Duration());
  }

  /// Takes what was spent up to `now`; the debt is bounded, so a long stretch of work is forgiven.
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
