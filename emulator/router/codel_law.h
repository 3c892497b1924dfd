// SPDX-License-Identifier: GPL-3.0-or-later
// CoDel's control law, exactly the pseudo-code of RFC 8289 section 5, for one queue: once the
// sojourn time has stood above `target` for an `interval`, a packet is dropped on the way out, and
// the next one interval / sqrt(count) later, until a packet comes out below target or no more than
// `mtu` bytes are left behind it. Coming back within 16 intervals it starts at count - lastcount.
//
// With ECN, a packet due for dropping is marked and handed out instead (the RFC leaves this to the
// implementation): it counts as the drop, one packet per call. ce_threshold marks ECT packets that
// waited longer than it on top of this (RFC 8289 has it not; RFC 8290 section 4.1 does not forbid
// it; Linux has it for data centres).
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
  /// The packet whose turn it is, or an empty one.
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
  Time drop_next() const { return drop_next_; }

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

  std::optional<Time> first_above_;  // when the sojourn time has been above target long enough
  Time drop_next_;
  std::uint64_t count_ = 0;
  std::uint64_t last_count_ = 0;
  bool dropping_ = false;
};

}  // namespace seawind
