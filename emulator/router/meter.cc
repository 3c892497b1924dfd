// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/router/meter.h"

#include <algorithm>

namespace seawind {
namespace {

// A single bucket leaves the second one as it is; one that was never used is full.
std::int64_t second_rate(const MeterConfig& config) {
  if (config.kind == MeterKind::kTokenBucket) return 1;
  const bool peak = config.kind == MeterKind::kTwoRateThree;
  return std::max<std::int64_t>(peak ? config.peak_rate : config.committed_rate, 1);
}
std::int64_t second_burst(const MeterConfig& config) {
  if (config.kind == MeterKind::kTokenBucket) return TokenBucket::kDeepest;
  return config.kind == MeterKind::kTwoRateThree ? config.peak_burst : config.excess_burst;
}

}  // namespace

Colour colour_of_dscp(std::uint8_t dscp) {
  const int af_class = dscp >> 3;
  const int precedence = (dscp >> 1) & 3;
  const bool af = af_class >= 1 && af_class <= 4 && precedence != 0 && (dscp & 1) == 0;
  return af ? static_cast<Colour>(precedence - 1) : Colour::kGreen;
}

Meter::Meter(const MeterConfig& config, Time now)
    : config_(config),
      committed_(config.committed_rate, config.committed_burst, now),
      excess_(second_rate(config), second_burst(config), now) {}

void Meter::change(const MeterConfig& config, Time now) {
  fill(now);
  committed_.change(config.committed_rate, config.committed_burst, now);
  const bool unused = config.kind == MeterKind::kTokenBucket;
  excess_.change(second_rate(config), unused ? excess_.burst() : second_burst(config), now);
  config_ = config;
}

// RFC 2697: tokens that do not fit into C go to E.
void Meter::fill(Time now) {
  if (config_.kind == MeterKind::kSingleRateThree) {
    excess_.fill_with_overflow_of(committed_, now);
  } else {
    excess_.fill(now);
  }
  committed_.fill(now);
}

Colour Meter::colour(const Packet& packet, Time now) {
  fill(now);
  const std::int64_t size = packet.size();
  const Colour incoming = config_.colour_aware ? colour_of_dscp(packet.ip().dscp) : Colour::kGreen;
  const bool in_committed = committed_.holds(size, now);
  const bool in_excess = excess_.holds(size, now);
  switch (config_.kind) {
    case MeterKind::kTokenBucket:
      if (incoming == Colour::kRed || !in_committed) return Colour::kRed;
      committed_.consume(size);
      return Colour::kGreen;
    case MeterKind::kSingleRateThree:
      if (incoming == Colour::kGreen && in_committed) {
        committed_.consume(size);
        return Colour::kGreen;
      }
      if (incoming != Colour::kRed && in_excess) {
        excess_.consume(size);
        return Colour::kYellow;
      }
      return Colour::kRed;
    case MeterKind::kTwoRateThree:
      if (incoming == Colour::kRed || !in_excess) return Colour::kRed;
      excess_.consume(size);
      if (incoming == Colour::kYellow || !in_committed) return Colour::kYellow;
      committed_.consume(size);
      return Colour::kGreen;
  }
  return Colour::kRed;
}

const ColourAction& Meter::action(Colour colour) const {
  switch (colour) {
    case Colour::kGreen:
      return config_.green;
    case Colour::kYellow:
      return config_.yellow;
    default:
      return config_.red;
  }
}

}  // namespace seawind
