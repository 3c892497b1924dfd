// SPDX-License-Identifier: GPL-3.0-or-later
// A generator process drops the agent's rights before any other action. The process does this
// itself after exec, because a multi-threaded agent may call only async-signal-safe functions
// between fork and exec.
#pragma once

#include <string>
#include <string_view>

#include "common/rights.h"

namespace seawind {

/// The argument before the generator's name: "--rights=UID:GID:KEPT:BOUNDING", capabilities in
/// hexadecimal. `rights.ids` must be set.
std::string rights_argument(const Rights& rights);
inline constexpr std::string_view kRightsOption = "--rights=";

/// Parses the text that rights_argument() returns. Throws Error.
Rights parse_rights_argument(std::string_view argument);

/// Reduces this process to `rights` and sets fixed inherited attributes: no core files, umask 022,
/// working directory /. Throws Error.
void drop_rights(const Rights& rights);

}  // namespace seawind
