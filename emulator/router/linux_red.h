// SPDX-License-Identifier: GPL-3.0-or-later
// What Linux makes of RED's parameters, for comparison with what was measured on it: it computes
// with shifts (sch_red.c and tc's tc_red.c of 2.4; since 3.3 max_p is as asked for).
#pragma once

#include <algorithm>
#include <cmath>

namespace seawind {

/// max_p / (max - min) becomes the next negative power of two below it; returns the max_p of that,
/// between half of what was asked for and all of it. max > min, in bytes.
inline double linux_max_probability(double max_probability, double min, double max) {
  if (max_probability <= 0) return 0;
  const double slope = max_probability / (max - min);
  return (max - min) * std::exp2(std::ceil(std::log2(slope)) - 1);
}

/// How an idle time damps the average. A table has an entry for every `cell` of time, a power of
/// two of microseconds of which fewer than 512 reach what would shift 31 bits out; entry i is i x
/// cell x ln(1 / (1 - w)) / service time, cut to a whole number, and the average is halved so many
/// times. Where that is 0, the average loses idle / cell of itself, at most a half: for short times
/// several times what (1 - w)^m takes.
class LinuxIdleDamping {
 public:
  /// `weight` in 0..1; `service_time` of the average packet in seconds, > 0.
  LinuxIdleDamping(double weight, double service_time)
      : per_us_(-std::log1p(-std::min(weight, 0.999'999)) / (service_time * 1e6)) {
    while (kShifts / per_us_ / cell_us_ >= 512) cell_us_ *= 2;
  }

  double damp(double average, double idle_seconds) const {
    const double idle_us = std::clamp(idle_seconds * 1e6, 0.0, 255 * cell_us_);
    const double cell = std::floor(idle_us / cell_us_);
    const double shifts =
        cell >= 255 ? kShifts : std::min(std::floor(cell * cell_us_ * per_us_), kShifts);
    if (shifts >= 1) return average * std::exp2(-shifts);
    return average * (1 - std::min(idle_us / cell_us_, 0.5));
  }

 private:
  static constexpr double kShifts = 31;
  double per_us_;
  double cell_us_ = 1;
};

}  // namespace seawind
