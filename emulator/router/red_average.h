// SPDX-License-Identifier: GPL-3.0-or-later
// RED's average queue in bytes. At every arrival it changes by w (q - avg), where q is the queue
// length that the packet finds. At the first arrival after an idle time (queue empty) it is instead
// damped by (1-w)^m, where m is the number of average packets the link could have sent in that time
// (experiments RQ6; Floyd, Jacobson 1993). m is real and the arithmetic is floating-point: no idle
// time, rate or weight overflows, and the average stays finite and non-negative. Linux damps
// differently (linux_red.h).
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>

#include "common/time.h"
#include "emulator/router/linux_red.h"

namespace seawind {

class RedAverage {
 public:
  struct Parameters {
    double weight = 1.0 / 512;                  // 0..1
    std::int64_t link_rate = 0;                 // bit/s; 0: no idle damping
    std::int64_t average_packet = 1;            // bytes
    std::optional<LinuxIdleDamping> damping{};  // instead of (1-w)^m, made from these

    bool same_damping(const Parameters& other) const {
      return weight == other.weight && link_rate == other.link_rate &&
             average_packet == other.average_packet &&
             damping.has_value() == other.damping.has_value();
    }
  };

  /// A packet arrives at `now` and finds `queue` bytes; returns the new average.
  double arrival(std::int64_t queue, Time now, const Parameters& p) {
    if (queue == 0 && idle_since_) {
      value_ = idle(now, p);
      idle_since_ = now;  // the packet may still be rejected
    } else {
      value_ += p.weight * (static_cast<double>(queue) - value_);
      idle_since_.reset();
    }
    return value_;
  }
  /// The parameters change at `now`: damps the average by the idle time so far with the former
  /// ones.
  void advance(Time now, const Parameters& former) {
    if (!idle_since_ || now <= *idle_since_) return;
    value_ = idle(now, former);
    idle_since_ = now;
  }
  /// The queue has become empty.
  void emptied(Time now) { idle_since_ = now; }
  /// The queue is not empty any more.
  void filled() { idle_since_.reset(); }
  /// The average, as of the last arrival.
  double value() const { return value_; }
  /// The average at `now`: value(), damped by the idle time so far.
  double value_at(Time now, const Parameters& p) const {
    return idle_since_ ? idle(now, p) : value_;
  }
  bool is_idle() const { return idle_since_.has_value(); }

 private:
  double idle(Time now, const Parameters& p) const {
    const double seconds =
        (static_cast<double>(now.ns()) - static_cast<double>(idle_since_->ns())) / 1e9;
    if (p.damping) return p.damping->damp(value_, seconds);
    const double packets = std::max(0.0, seconds) * static_cast<double>(p.link_rate) / 8 /
                           static_cast<double>(p.average_packet);
    return value_ * std::pow(1 - p.weight, packets);
  }

  double value_ = 0;
  std::optional<Time> idle_since_ = Time();
};

}  // namespace seawind
