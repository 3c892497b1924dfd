// SPDX-License-Identifier: GPL-3.0-or-later
// Converts a HopSpec of the control interface into the configuration a hop is built from. A live
// change may change everything except the seed and the channel process (states, dwell times,
// transitions, cycle, lead-in): a repetition's channel is fixed at its start.
#pragma once

#include <google/protobuf/repeated_ptr_field.h>

#include <string>
#include <vector>

#include "emulator/link/hop_config.h"

namespace seawind {

class HopSpec;
class TimedChangeSpec;

/// Checks all of `spec`. Each problem is appended to `problems` as one line
/// ("link.downlink.rate_base: is missing"). The result is valid only if none was appended.
HopConfig hop_config(const HopSpec& spec, std::vector<std::string>& problems);

/// The differences that a link built from `running` cannot apply: one line per problem.
std::vector<std::string> change_problems(const HopSpec& running, const HopSpec& wanted);

/// Converts and checks the timed changes of a link that starts as `first`.
std::vector<TimedChange> timed_changes(
    const HopSpec& first, const google::protobuf::RepeatedPtrField<TimedChangeSpec>& changes,
    std::vector<std::string>& problems);

}  // namespace seawind
