// SPDX-License-Identifier: GPL-3.0-or-later
// The slow control loop of Adaptive RED (Floyd, Gummadi, Shenker 2001, figure 4). Every interval,
// max_p grows by min(alpha, max_p / 4) while the average is above the target range, and shrinks to
// beta max_p while it is below. The target range is 0.4 to 0.6 of the way from min_threshold to
// max_threshold. As in the paper, a step is made while max_p is within [kLowest, kHighest], so that
// the last one may pass the bound.
//
// Steps are due at whole multiples of the interval in link time; advance() performs missed
// steps at the next call. The result equals that of a timer: the average changes only at arrivals,
// and while the queue is idle it is a known function of time, which is evaluated at each missed
// step. A step at the instant of an arrival precedes the arrival. The loop starts with the first
// arrival, since the average is not defined before it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>

#include "common/time.h"
#include "emulator/router/aqm_config.h"
#include "emulator/router/red_average.h"

namespace seawind {

class RedAdapter {
 public:
  /// Performs the steps due up to and including `now`; returns max_p.
  double advance(double max_p, double min, double max, const AdaptiveRed& config,
                 const RedAverage& average, const RedAverage::Parameters& parameters, Time now) {
    const double low = min + 0.4 * (max - min);
    const double high = min + 0.6 * (max - min);
    const std::int64_t due = now.ns() / config.interval.ns();
    if (!updated_until_) updated_until_ = now;
    for (std::int64_t step = updated_until_->ns() / config.interval.ns() + 1; step <= due; ++step) {
      const Time at = Time::from_ns(step * config.interval.ns());
      const double seen = average.value_at(at, parameters);
      double next = max_p;
      if (seen > high && max_p <= kHighest) {
        next = max_p + std::min(kAlpha, max_p / 4);
      } else if (seen < low && max_p >= kLowest) {
        next = max_p * kBeta;
      }
      // No later step changes max_p: the average is constant, or falls and is below the target
      // range.
      const bool still = !average.is_idle() || parameters.link_rate == 0;
      if (next == max_p && (still || seen < low)) break;
      max_p = next;
    }
    updated_until_ = now;
    return max_p;
  }

 private:
  static constexpr double kAlpha = 0.01;
  static constexpr double kBeta = 0.9;
  static constexpr double kLowest = 0.01;
  static constexpr double kHighest = 0.5;

  std::optional<Time> updated_until_;  // steps until this instant are done; none: not started
};

}  // namespace seawind
