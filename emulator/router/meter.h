// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the colour of a packet from the traffic before it, and treats it accordingly.
//
// Token bucket: green when the bucket holds the packet, else red. srTCM (RFC 2697): buckets C and E
// share one filling rate, C first; green by C, yellow by E, else red. trTCM (RFC 2698): buckets P
// and C are filled at PIR and CIR; red when P does not hold it, yellow when C does not, else green.
// A packet of which a bucket does not hold all tokens takes none from it. Colour-aware: the colour
// a packet brings is that of its AF drop precedence (RFC 2597: AFx1 green, AFx2 yellow, AFx3 red),
// green for any other code point, and it can only get worse.
#pragma once

#include "emulator/core/packet.h"
#include "emulator/router/meter_config.h"
#include "emulator/router/queue_discipline.h"
#include "emulator/router/token_bucket.h"

namespace seawind {

/// Drop precedence of an AF code point as a colour; green for any other.
Colour colour_of_dscp(std::uint8_t dscp);

class Meter {
 public:
  Meter(const MeterConfig& config, Time now);

  Colour colour(const Packet& packet, Time now);
  const ColourAction& action(Colour colour) const;
  /// Tokens of the committed bucket, in bytes.
  std::int64_t tokens(Time now) const { return committed_.bytes(now); }
  void change(const MeterConfig& config, Time now);

 private:
  void fill(Time now);

  MeterConfig config_;
  TokenBucket committed_;
  TokenBucket excess_;  // srTCM: E, filled by what overflows C; trTCM: P
};

}  // namespace seawind
