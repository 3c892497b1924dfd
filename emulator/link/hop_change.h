// SPDX-License-Identifier: GPL-3.0-or-later
// A prepared configuration, which a hop applies by exchanging its routers (Hop::prepare()).
#pragma once

#include "emulator/link/hop_config.h"
#include "emulator/link/hop_direction.h"

namespace seawind {

struct HopChange {
  HopConfig config;
  DirectionChange downlink;
  DirectionChange uplink;
};

}  // namespace seawind
