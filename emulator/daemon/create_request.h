// SPDX-License-Identifier: GPL-3.0-or-later
// Checks of requests that need nothing but the request, and what runs.
#pragma once

#include <string>
#include <vector>

#include "emulator/link/hop_config.h"

namespace seawind {

class ChangeLinkRequest;
class CreateLinkRequest;
class HopSpec;

/// Every problem is a line of `problems`; the result is usable only if none was added.
HopConfig check_create(const CreateLinkRequest& request, std::vector<std::string>& problems);

/// The same for a change of a link that is made of `running`. Outages that begin with the change
/// have neither `at` nor `interval` in the result (RelayLink::reconfigure).
HopConfig check_change(const ChangeLinkRequest& request, const HopSpec& running,
                       std::vector<std::string>& problems);

}  // namespace seawind
