// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/event_log.h"

namespace seawind {

constexpr Direction opposite(Direction direction) {
  return direction == Direction::kDownlink ? Direction::kUplink : Direction::kDownlink;
}

}  // namespace seawind
