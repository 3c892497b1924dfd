// SPDX-License-Identifier: GPL-3.0-or-later
// Validates requests against the rules and the running configuration.
#pragma once

#include <string>
#include <vector>

#include "emulator/link/hop_config.h"

namespace seawind {

class ChangeLinkRequest;
class CreateLinkRequest;
class HopSpec;

/// Each problem is appended to `problems` as one line; the result is valid only if none was
/// appended.
HopConfig check_create(const CreateLinkRequest& request, std::vector<std::string>& problems);

/// Validates a change of a link with configuration `running`; see check_create(). Outages that
/// begin with the change have neither `at` nor `interval` in the result (RelayLink::reconfigure).
HopConfig check_change(const ChangeLinkRequest& request, const HopSpec& running,
                       std::vector<std::string>& problems);

}  // namespace seawind
