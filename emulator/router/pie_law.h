// SPDX-License-Identifier: GPL-3.0-or-later
// PIE's law (RFC 8033) for one queue. Sections 4.1 to 4.4:
//   arrival: while burst allowance is left, or while the delay was last below half the target and
//   the probability below 0.2, or with at most two mean packets inside, nothing is signalled; else
//   with drop_prob. An ECN-capable packet is marked while drop_prob is at most mark_threshold
//   (section 5.1) and dropped above. With derandomize (section 5.4) no signal comes before the
//   probabilities since the last one add up to 0.85, and one is certain at 8.5.
//   every update_interval: p = alpha (delay - target) + beta (delay - delay_old), scaled down by
//   2 ... 2048 while drop_prob is small, at most 0.02 once it is 0.1 (section 5.5); drop_prob += p,
//   x 0.98 when there was no delay twice; bounded to 0..1. The burst allowance shrinks by the
//   interval, and an arrival restores it once drop_prob is 0 and both delays are below half the
//   target.
// The delay is the time the packet that left last had waited, 0 once the queue is empty (section
// 4.3 allows time stamps; no departure rate is estimated).
//
// The timer stands at whole multiples of update_interval in link time, and steps owed are made up
// for by advance() at the next call. That is the same as running it on time: an update reads and
// writes only this object, whose inputs (the delay) change in dequeues only, and nobody looks at
// its results between two calls. A step at the instant of a call comes before it. Once a step
// changes nothing, no further one does, so a long silence costs nothing.
#pragma once

#include <cstdint>

#include "common/time.h"
#include "emulator/router/aqm_config.h"

namespace seawind {

enum class PieAction { kPass, kMark, kDrop };

class PieLaw {
 public:
  /// The updates owed up to and including `now`.
  void advance(Time now, const PieConfig& config);
  /// A packet arrives, with `inside` bytes in the queue; after advance(). `uniform` in [0, 1).
  PieAction arrival(std::int64_t inside, bool ecn_capable, double uniform, const PieConfig& config);
  /// A packet that waited `delay` has left; after advance().
  void departure(Duration delay, bool queue_is_empty) {
    delay_ = queue_is_empty ? Duration() : delay;
  }

  double probability() const { return probability_; }
  Duration burst_allowance() const { return burst_; }

 private:
  void update(const PieConfig& config);
  bool signal(std::int64_t inside, double uniform, const PieConfig& config);

  Time made_up_;  // updates up to this instant have been done
  double probability_ = 0;
  double accumulated_ = 0;
  Duration delay_;
  Duration delay_old_;
  Duration burst_;
};

}  // namespace seawind
