// SPDX-License-Identifier: GPL-3.0-or-later
// The sending schedule of a stream. The sequence depends only on the options and the seed, not on a
// clock, so that both ends and the tests compute the same one.
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
/// s); a burst by time sends at 0, interval, ... until its end. Every burst has at least one
/// packet.
class StreamSchedule {
 public:
  StreamSchedule(const StreamShape& shape, std::uint64_t seed, std::string_view flow);
  /// The next packet; nothing after the last.
  std::optional<StreamPacket> next();

 private:
  StreamShape shape_;
  RandomDraws size_;
  RandomDraws interval_;
  RandomDraws on_;
  RandomDraws idle_;
  StreamPacket upcoming_;
  std::int64_t in_burst_ = 0;   // packets of this burst so far
  std::int64_t burst_end_ = 0;  // of a burst by time
};

}  // namespace seawind
