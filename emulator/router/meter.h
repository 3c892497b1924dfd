// SPDX-License-Identifier: GPL-3.0-or-later
// Assigns a colour to a packet according to the preceding traffic, and the action of that colour.
//
// Token bucket: green if the bucket holds the packet, else red. srTCM (RFC 2697): buckets C and E
// share one filling rate, C first; green by C, yellow by E, else red. trTCM (RFC 2698): buckets P
// and C are filled at PIR and CIR; red if P does not hold the packet, yellow if C does not, else
// green. A packet takes no tokens from a bucket that does not hold all of it. Colour-aware: the
// colour of an arriving packet is that of its AF drop precedence (RFC 2597: AFx1 green, AFx2
// yellow, AFx3 red), green for any other code point; the meter can only lower it.
#pragma once

#include "emulator/core/packet.h"
#include "emulator/router/meter_config.h"
#include "emulator/router/queue_discipline.h"
#include "emulator/router/token_bucket.h"

namespace seawind {

/// The drop precedence of an AF code point as a colour; green for any other code point.
Colour colour_of_dscp(std::uint8_t dscp);

class Meter {
 public:
  Meter(const MeterConfig& config, Time now);

  Colour colour(const Packet& packet, Time now);
  const ColourAction& action(Colour colour) const;
  void change(const MeterConfig& config, Time now);

 private:
  void fill(Time now);

  MeterConfig config_;
  TokenBucket committed_;
  TokenBucket excess_;  // srTCM: E, filled by the overflow of C; trTCM: P
};

}  // namespace seawind
