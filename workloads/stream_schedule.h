// SPDX-License-Identifier: GPL-3.0-or-later
// When a stream sends which packet: the whole sequence from the options and the seed alone, without
// a clock, so that both ends and the tests have the same.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "workloads/draw.h"

namespace seawind {

struct StreamShape {
  Law size = Law::fixed(48);              // bytes of UDP payload
  Law interval = Law::fixed(20'000'000);  // ns from one packet to the next
  std::int64_t packets = 0;               // of a burst; 0: by `on`
  Law on = Law::fixed(0);                 // ns a burst lasts, when packets is 0
  std::int64_t bursts = 1;
  Law idle = Law::fixed(0);  // ns from the end of a burst to the next
};

struct StreamPacket {
  std::uint64_t sequence = 0;
  std::int64_t at = 0;  // ns after the flow's start
  std::int64_t size = 0;
  std::int64_t burst = 0;
};

/// A burst of n packets ends one interval after its last packet (1147 packets of 20 ms last 22.94
/// s); a burst by time sends at 0, interval, ... as long as that is before its end. Every burst has
/// at least one packet.
class StreamSchedule {
 public:
  StreamSchedule(const StreamShape& shape, std::uint64_t seed, std::string_view flow);
  /// The next packet; nothing after the last.
  std::optional<StreamPacket> next();

 private:
  StreamShape shape_;
  Draws size_;
  Draws interval_;
  Draws on_;
  Draws idle_;
  StreamPacket upcoming_;
  std::int64_t in_burst_ = 0;   // packets of this burst so far
  std::int64_t burst_end_ = 0;  // of a burst by time
};

}  // namespace seawind
