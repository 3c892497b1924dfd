// SPDX-License-Identifier: GPL-3.0-or-later
// A process of this executable beside the controller, with a control channel: the holder of a test
// bed, the gateway and the guard of `seawind exec`.
#pragma once

#include <string>
#include <vector>

#include "common/directory.h"
#include "common/process.h"
#include "namespaces/message_channel.h"

namespace seawind {

/// The descriptor of the channel in the helper.
inline constexpr int kHelperChannel = 3;

struct HelperProcess {
  Process process;
  MessageChannel channel;
};

/// `arguments` follow the program's name. The helper's output is appended to `log` of `logs`;
/// `files` are its descriptors from kHelperChannel + 1 on and remain the caller's. Throws Error.
HelperProcess start_helper(const std::vector<std::string>& arguments, const Directory& logs,
                           const std::string& log, const std::vector<int>& files = {});

/// Called first in a helper that outlives its controller: leaves the controller's session and
/// ignores the signals that end the controller. The helper must end when the channel closes.
/// Returns its end of the channel, which programs that it starts do not inherit.
MessageChannel outlive_controller();

}  // namespace seawind
