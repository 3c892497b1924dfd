// SPDX-License-Identifier: GPL-3.0-or-later
// The probabilities of DualPI2 (RFC 9332, appendix A): every update_interval
//   p' += alpha (delay - target) + beta (delay - delay_before),  0 <= p' <= 1,
// delay being the longer of the waits of the packets at the heads of both queues (0: both empty).
// From p' come p_CL = k p' for L and p_C = p'^2 for C.
//
// The timer stands at whole multiples of update_interval in link time, and steps owed are made up
// for by advance() at the next call. That is the same as running it on time: heads change in calls
// only, so the wait of a head at an instant owed is that instant minus its entry, and nobody looks
// at p' between two calls. A step at the instant of a call comes before it. Steps that cannot
// change p' any more are skipped: with both queues empty once p' is 0, with a head beyond target
// once p' is at its bound, with both gains 0 ever.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>

#include "common/time.h"

namespace seawind {

class DualPi2Law {
 public:
  struct Parameters {
    Duration update_interval;
    Duration target;
    double alpha = 0;  // Hz
    double beta = 0;   // Hz
    double bound = 1;  // of p'
  };

  /// `oldest`: when the older of the two heads entered; none: both queues are empty.
  void advance(Time now, std::optional<Time> oldest, const Parameters& p) {
    const std::int64_t due = now.ns() / p.update_interval.ns();
    for (std::int64_t step = made_up_.ns() / p.update_interval.ns() + 1; step <= due; ++step) {
      const Time at = Time::from_ns(step * p.update_interval.ns());
      const Duration delay = oldest ? at - *oldest : Duration();
      base_ = std::clamp(base_ + p.alpha * (delay - p.target).in_seconds() +
                             p.beta * (delay - before_).in_seconds(),
                         0.0, p.bound);
      before_ = delay;
      const bool stays =
          oldest ? (base_ == p.bound && delay >= p.target) || (p.alpha == 0 && p.beta == 0)
                 : base_ == 0;
      if (!stays) continue;
      step = due;
      if (oldest) before_ = Time::from_ns(due * p.update_interval.ns()) - *oldest;
    }
    made_up_ = now;
  }
  /// p'.
  double base() const { return base_; }

 private:
  Time made_up_;  // updates up to this instant have been done
  double base_ = 0;
  Duration before_;
};

}  // namespace seawind
