// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/daemon/lookahead.h"

#include <algorithm>
#include <cmath>

#include "emulator/core/distribution.h"

namespace seawind {
namespace {

constexpr double kBound = 1e9;  // ns; keeps the conversion in range

double least_delay(const HopConfig& config) {
  double least = kBound;
  for (const DirectionConfig* direction : {&config.downlink, &config.uplink}) {
    if (!direction->stages.empty()) return 0;
    for (const StateParameters& state : direction->states)
      least = std::min(least, least_of(state.propagation_delay));
  }
  return least;
}

}  // namespace

Duration lookahead_of(const HopConfig& config) {
  double least = least_delay(config);
  for (const TimedChange& change : config.changes)
    least = std::min(least, least_delay(*change.config));
  return Duration::nanoseconds(static_cast<std::int64_t>(std::floor(least)));
}

}  // namespace seawind
