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

#include <cmath>
#include <cstdint>
#include <optional>

#include "emulator/router/aqm_config.h"
#include "emulator/router/ecn.h"
#include "emulator/router/timed_fifo.h"

namespace seawind {

class CodelLaw {
 public:
  /// Returns the next packet, or an empty one.
  Packet dequeue(TimedFifo& queue, Time now, const CodelConfig& config, QueueEvents& events) {
    Taken taken = take(queue, now, config);
    if (dropping_) {
      if (!taken.ok_to_drop) dropping_ = false;
      while (dropping_ && now >= drop_next_) {
        ++count_;
        if (config.ecn && mark(taken.packet, events)) {
          drop_next_ = control_law(drop_next_, config);
          break;
        }
        events.dropped(taken.packet, DropReason::kEarly);
        taken = take(queue, now, config);
        if (taken.ok_to_drop) {
          drop_next_ = control_law(drop_next_, config);
        } else {
          dropping_ = false;
        }
      }
    } else if (taken.ok_to_drop) {
      if (!config.ecn || !mark(taken.packet, events)) {
        events.dropped(taken.packet, DropReason::kEarly);
        taken = take(queue, now, config);
      }
      dropping_ = true;
      const std::uint64_t delta = count_ - last_count_;
      const bool recently = now - drop_next_ < config.interval * 16;
      count_ = delta > 1 && recently ? delta : 1;
      drop_next_ = control_law(now, config);
      last_count_ = count_;
    }
    if (taken.packet && config.ce_threshold && taken.sojourn > *config.ce_threshold) {
      mark(taken.packet, events);
    }
    return std::move(taken.packet);
  }

  bool dropping() const { return dropping_; }
  std::uint64_t count() const { return count_; }

 private:
  struct Taken {
    Packet packet;
    Duration sojourn;
    bool ok_to_drop = false;
  };

  Taken take(TimedFifo& queue, Time now, const CodelConfig& config) {
    TimedPacket oldest = queue.pop();
    Taken taken{std::move(oldest.packet), now - oldest.entered, false};
    if (!taken.packet || taken.sojourn < config.target || queue.bytes() <= config.mtu) {
      first_above_.reset();
    } else if (!first_above_) {
      first_above_ = now + config.interval;
    } else {
      taken.ok_to_drop = now >= *first_above_;
    }
    return taken;
  }
  Time control_law(Time from, const CodelConfig& config) const {
    const double step =
        static_cast<double>(config.interval.ns()) / std::sqrt(static_cast<double>(count_));
    return from + Duration::nanoseconds(static_cast<std::int64_t>(step));
  }

  std::optional<Time> first_above_;  // when the sojourn time will have been above target for an
                                     // interval
  Time drop_next_;
  std::uint64_t count_ = 0;
  std::uint64_t last_count_ = 0;
  bool dropping_ = false;
};

}  // namespace seawind
