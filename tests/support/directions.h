// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/event_log.h"

namespace seawind::test {

inline constexpr Direction kDown = Direction::kDownlink, kUp = Direction::kUplink;

}  // namespace seawind::test
