// SPDX-License-Identifier: GPL-3.0-or-later
// CoDel's control law for one queue, exactly as in the pseudo-code of RFC 8289 section 5. When the
// sojourn time has been above `target` for an `interval`, a packet is dropped at dequeue. Each
// further drop follows interval / sqrt(count) later. Dropping ends when a packet's sojourn time is
// below target or at most `mtu` bytes remain in the queue. If dropping resumes within 16 intervals,
// count starts at count - lastcount.
//
// With ECN, a packet due for dropping is marked and returned instead (the RFC leaves this to the
// implementation). The mark counts as the drop; there is at most one per call. In addition,
// ce_threshold marks ECT packets with a longer wait. RFC 8289 does not define it,
// RFC 8290 section 4.1 does not forbid it, and Linux has it for data centres.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>

#include "emulator/router/aqm_config.h"
#include "emulator/router/ecn.h"
#include "emulator/router/fifo.h"

namespace seawind {

/// The contract is in aqm_queue.h.
class CodelAqm {
 public:
  using Config = CodelConfig;
  static constexpr bool kDraws = false;
  static constexpr bool kDropsFromHead = true;

  bool admit(Packet&, const Fifo&, Time, const CodelConfig&, QueueEvents&, double) { return true; }
  /// An interval that has begun ends as if it had always been the new one, but not before `now`.
  /// Drops go on at the same rate, sqrt(count) / interval, or at the smallest, of count 1.
  void change(const CodelConfig& from, const CodelConfig& to, Time now) {
    if (to.interval == from.interval) return;
    if (first_above_) *first_above_ += to.interval - from.interval;
    if (count_ == 0) return;
    const Time last = drop_next_ - step(from);
    const double ratio = to.interval.in_seconds() / from.interval.in_seconds();
    for (std::uint64_t* count : {&count_, &last_count_}) {
      const double scaled = static_cast<double>(*count) * ratio * ratio;
      *count = std::max<std::uint64_t>(static_cast<std::uint64_t>(scaled), 1);
    }
    drop_next_ = last + step(to);
    if (dropping_) drop_next_ = std::max(drop_next_, now);
  }
  void emptied(Time, const CodelConfig&) {}
  /// Returns the next packet, or an empty one.
  Packet dequeue(Fifo& queue, Time now, const CodelConfig& config, QueueEvents& events) {
    Dequeued head = do_dequeue(queue, now, config);
    if (dropping_) {
      if (!head.ok_to_drop) dropping_ = false;
      while (dropping_ && now >= drop_next_) {
        ++count_;
        if (config.ecn && mark(head.packet, events)) {
          drop_next_ = control_law(drop_next_, config);
          break;
        }
        events.dropped(head.packet, DropReason::kEarly);
        head = do_dequeue(queue, now, config);
        if (head.ok_to_drop) {
          drop_next_ = control_law(drop_next_, config);
        } else {
          dropping_ = false;
        }
      }
    } else if (head.ok_to_drop) {
      if (!config.ecn || !mark(head.packet, events)) {
        events.dropped(head.packet, DropReason::kEarly);
        head = do_dequeue(queue, now, config);
      }
      dropping_ = true;
      const std::uint64_t delta = count_ - last_count_;
      const bool recently = now - drop_next_ < config.interval * 16;
      count_ = delta > 1 && recently ? delta : 1;
      drop_next_ = control_law(now, config);
      last_count_ = count_;
    }
    if (head.packet && config.ce_threshold && head.sojourn > *config.ce_threshold) {
      mark(head.packet, events);
    }
    return std::move(head.packet);
  }

 private:
  struct Dequeued {
    Packet packet;
    Duration sojourn;
    bool ok_to_drop = false;
  };

  Dequeued do_dequeue(Fifo& queue, Time now, const CodelConfig& config) {
    TimedPacket oldest = queue.pop();
    Dequeued head{std::move(oldest.packet), now - oldest.entered, false};
    if (!head.packet || head.sojourn < config.target || queue.bytes() <= config.mtu) {
      first_above_.reset();
    } else if (!first_above_) {
      first_above_ = now + config.interval;
    } else {
      head.ok_to_drop = now >= *first_above_;
    }
    return head;
  }
  Time control_law(Time from, const CodelConfig& config) const { return from + step(config); }
  Duration step(const CodelConfig& config) const {
    const double ns =
        static_cast<double>(config.interval.ns()) / std::sqrt(static_cast<double>(count_));
    return Duration::nanoseconds(static_cast<std::int64_t>(ns));
  }

  std::optional<Time> first_above_;  // when the sojourn time will have been above target for an
                                     // interval
  Time drop_next_;
  std::uint64_t count_ = 0;
  std::uint64_t last_count_ = 0;
  bool dropping_ = false;
};

}  // namespace seawind
