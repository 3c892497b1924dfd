// SPDX-License-Identifier: GPL-3.0-or-later
// Checks of a CreateLinkRequest that need nothing but the request.
#pragma once

#include <string>
#include <vector>

#include "emulator/link/hop_config.h"

namespace seawind {

class CreateLinkRequest;

/// Every problem is a line of `problems`; the result is usable only if none was added.
HopConfig check_create(const CreateLinkRequest& request, std::vector<std::string>& problems);

}  // namespace seawind
