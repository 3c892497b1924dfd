// SPDX-License-Identifier: GPL-3.0-or-later
// From a HopSpec of the control interface to the values a hop is built from. A running link can
// change to anything but another seed or another channel process (states, dwell times, transitions,
// cycle, lead-in): what a repetition sees of the channel is fixed when it begins.
#pragma once

#include <google/protobuf/repeated_ptr_field.h>

#include <string>
#include <vector>

#include "emulator/link/hop_config.h"

namespace seawind {

class HopSpec;
class TimedChangeSpec;

/// Checks `spec` whole. Every problem is a line of `problems` ("link.downlink.rate_base: is
/// missing"); the result is usable only if none was added.
HopConfig hop_config(const HopSpec& spec, std::vector<std::string>& problems);

/// What a running link built from `running` cannot change to: one line per problem.
std::vector<std::string> change_problems(const HopSpec& running, const HopSpec& wanted);

/// The changes a link that begins as `first` is to make by itself; all of them are checked.
std::vector<TimedChange> timed_changes(
    const HopSpec& first, const google::protobuf::RepeatedPtrField<TimedChangeSpec>& changes,
    std::vector<std::string>& problems);

}  // namespace seawind
