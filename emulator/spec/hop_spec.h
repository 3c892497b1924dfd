// SPDX-License-Identifier: GPL-3.0-or-later
// From a HopSpec of the control interface to the values a hop is built from.
#pragma once

#include <string>
#include <vector>

#include "emulator/link/hop_config.h"

namespace seawind {

class HopSpec;

/// Checks `spec` whole. Every problem is a line of `problems` ("link.downlink.rate_base: is
/// missing"); the result is usable only if none was added.
HopConfig hop_config(const HopSpec& spec, std::vector<std::string>& problems);

/// What a running link built from `running` cannot change to: one line per problem.
std::vector<std::string> change_problems(const HopSpec& running, const HopSpec& wanted);

}  // namespace seawind
