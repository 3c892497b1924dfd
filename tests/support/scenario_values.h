// SPDX-License-Identifier: GPL-3.0-or-later
// The values of scenario files: units, distributions and the keys of hop, directions and states.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "emulator/link/hop_config.h"

namespace seawind::test {

using Words = std::vector<std::string>;
using Pairs = std::vector<std::pair<std::string, std::string>>;

/// All throw std::runtime_error that names the invalid text.
Words split(const std::string& text, char separator);
Pairs pairs(const Words& words, std::size_t from);
Duration duration(const std::string& text);

/// "key=value" of one state; false: no such key.
bool set_state_value(StateParameters& state, const std::string& key, const std::string& value);
/// "key=value" of a direction.
void set_direction_value(DirectionConfig& config, const std::string& key, const std::string& value);
/// The line "spike key=value ..." and "outage key=value ...".
SpikeProcess spike(const Pairs& values);
Outage outage(const Pairs& values);

}  // namespace seawind::test
