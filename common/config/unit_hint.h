// SPDX-License-Identifier: GPL-3.0-or-later
// A hint for a quantity that is written in another way than the configuration files need.
#pragma once

#include <string>

#include "common/params.pb.h"

namespace seawind::config {

/// For a number without its unit: "did you mean `300ms`?", in the unit of the parameter's example
/// for durations, in the base unit for the rest. For a number with a unit in another notation:
/// "did you mean `2Mbit/s`?" (2Mbps, 2mbit/s, 2 Mbit/s). Empty for any other text.
std::string unit_hint(const std::string& text, const Param& rules, Unit unit);

}  // namespace seawind::config
