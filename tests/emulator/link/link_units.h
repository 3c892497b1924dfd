// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "emulator/core/scheduler.h"

namespace seawind::test {

constexpr Duration kNs = Duration::nanoseconds(1);
constexpr double kSecond = 1e9;  // in nanoseconds, the unit of parameter values

}  // namespace seawind::test
