// SPDX-License-Identifier: GPL-3.0-or-later
// The probabilities of DualPI2 (RFC 9332, appendix A). Every update_interval:
//   p' += alpha (delay - target) + beta (delay - delay_before),  0 <= p' <= 1,
// where delay is the longer wait of the packets at the heads of the two queues (0 if both are
// empty). p_CL = k p' applies to L and p_C = p'^2 to C.
//
// Updates are due at whole multiples of update_interval in link time; advance() performs missed
// updates at the next call. The result equals that of a timer: heads change only inside calls, so
// the wait of a head at a missed instant is that instant minus its entry time, and p' is not read
// between two calls. An update at the instant of a call precedes the call. Updates that cannot
// change p' are skipped: with both queues empty once p' is 0, with a head beyond target once p' is
// at its bound, and always if both gains are 0.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>

#include "common/time.h"

namespace seawind {

class Pi2Controller {
 public:
  struct Parameters {
    Duration update_interval;
    Duration target;
    double alpha = 0;  // Hz
    double beta = 0;   // Hz
    double bound = 1;  // upper bound of p'
  };

  /// `oldest`: entry time of the older of the two heads; none if both queues are empty.
  void advance(Time now, std::optional<Time> oldest, const Parameters& p) {
    const std::int64_t due = now.ns() / p.update_interval.ns();
    for (std::int64_t step = updated_until_.ns() / p.update_interval.ns() + 1; step <= due;
         ++step) {
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
    updated_until_ = now;
  }
  /// The base probability p'.
  double base() const { return base_; }

 private:
  Time updated_until_;  // updates until this instant are done
  double base_ = 0;
  Duration before_;
};

}  // namespace seawind
