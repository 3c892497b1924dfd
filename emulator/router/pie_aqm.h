// SPDX-License-Identifier: GPL-3.0-or-later
// PIE (RFC 8033) for one queue. Sections 4.1 to 4.4:
//
//  - Arrival: nothing is signalled while burst allowance remains, while the last delay was below
//    half the target and the probability below 0.2, or with at most two mean packets queued.
//    Otherwise a packet is signalled with drop_prob. An ECN-capable packet is marked while
//    drop_prob is at most mark_threshold (section 5.1), and dropped above. With derandomize
//    (section 5.4) no signal occurs until the probabilities since the last signal sum to 0.85, and
//    a signal is certain at 8.5.
//  - Every update_interval: p = alpha (delay - target) + beta (delay - delay_old), scaled down by 2
//    ... 2048 while drop_prob is small, and at most 0.02 from drop_prob 0.1 on (section 5.5). Then
//    drop_prob += p, x 0.98 if both delays were 0, bounded to 0..1. The burst allowance shrinks by
//    the interval. An arrival restores it if drop_prob is 0 and both delays are below half the
//    target.
//
// The delay is the wait of the packet that left last, and 0 once the queue is empty. Section 4.3
// permits time stamps; no departure rate is estimated.
//
// Updates are due at whole multiples of update_interval in link time; advance() performs missed
// updates at the next call. The result equals that of a timer: an update reads and writes only this
// object, its input (the delay) changes only at dequeues, and its results are not read between two
// calls. An update at the instant of a call precedes the call. Once an update changes nothing, no
// later one does, so a long idle time costs nothing.
#pragma once

#include <algorithm>
#include <cstdint>

#include "common/time.h"
#include "emulator/router/aqm_config.h"
#include "emulator/router/fifo.h"
#include "emulator/router/queue_discipline.h"

namespace seawind {

enum class PieAction { kPass, kMark, kDrop };

/// The contract is in aqm_queue.h.
class PieAqm {
 public:
  using Config = PieConfig;
  static constexpr bool kDraws = true;
  static constexpr bool kDropsFromHead = false;

  bool admit(Packet& packet, const Fifo& queue, Time now, const PieConfig& config,
             QueueEvents& events, double uniform);
  Packet dequeue(Fifo& queue, Time now, const PieConfig& config, QueueEvents& events);
  void emptied(Time now, const PieConfig& config) {
    advance(now, config);
    departure({}, true);
  }

  /// Allowance beyond the new one is lost.
  void change(const PieConfig& from, const PieConfig& to, Time now) {
    advance(now, from);
    burst_ = std::min(burst_, to.max_burst);
  }
  /// Performs the updates due up to and including `now`.
  void advance(Time now, const PieConfig& config);
  /// A packet arrives while `inside` bytes are queued. Call advance() first. `uniform` is in [0,
  /// 1).
  PieAction arrival(std::int64_t inside, bool ecn_capable, double uniform, const PieConfig& config);
  /// A packet has left after a wait of `delay`. Call advance() first.
  void departure(Duration delay, bool queue_is_empty) {
    delay_ = queue_is_empty ? Duration() : delay;
  }

  double probability() const { return probability_; }
  Duration burst_allowance() const { return burst_; }

 private:
  void update(const PieConfig& config);
  bool signal(std::int64_t inside, double uniform, const PieConfig& config);

  Time updated_until_;  // updates until this instant are done
  double probability_ = 0;
  double accumulated_ = 0;
  Duration delay_;
  Duration delay_old_;
  Duration burst_;
};

}  // namespace seawind
