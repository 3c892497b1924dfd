// SPDX-License-Identifier: GPL-3.0-or-later
// RED as Linux computes it, for comparison with measurements on Linux. Linux uses shifts (sch_red.c
// and tc's tc_red.c of 2.4); since 3.3 max_p is exact.
#pragma once

#include <algorithm>
#include <cmath>

namespace seawind {

/// Rounds max_p / (max - min) down to a negative power of two and returns the corresponding max_p,
/// which is between half of `max_probability` and all of it. max > min, in bytes.
inline double linux_max_probability(double max_probability, double min, double max) {
  if (max_probability <= 0) return 0;
  const double slope = max_probability / (max - min);
  return (max - min) * std::exp2(std::ceil(std::log2(slope)) - 1);
}

/// Damping of the average by idle time. Linux uses a table with one entry per `cell` of time. A
/// cell is a power of two of microseconds, chosen so that fewer than 512 cells reach a shift of 31
/// bits. Entry i is i x cell x ln(1 / (1 - w)) / service time, truncated to an integer: the number
/// of times the average is halved. Where the entry is 0, the average is reduced by idle / cell of
/// itself, at most by half; for short idle times this is several times what (1 - w)^m gives.
class LinuxIdleDamping {
 public:
  /// `weight` in 0..1; `service_time`: that of the average packet in seconds, > 0.
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
