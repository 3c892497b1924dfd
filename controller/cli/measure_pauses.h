// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <string>

#include "common/pauses.h"

namespace seawind {

/// Watches all processors of this process for so long and returns the worst one (worst_of()).
/// `refused`: why nothing was measured; empty: it was.
PauseTotals measure_pauses(std::chrono::seconds length, std::string& refused);

}  // namespace seawind
