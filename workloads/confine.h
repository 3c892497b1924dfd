// SPDX-License-Identifier: GPL-3.0-or-later
// A generator process leaves the agent's rights behind before it does anything else. It does so
// itself: the agent has threads, and between fork and exec of such a process hardly anything may be
// done.
#pragma once

#include <string>
#include <string_view>

#include "common/rights.h"

namespace seawind {

/// The word that stands before the generator's name: "--rights=UID:GID:KEPT:BOUNDING", the
/// capabilities in hexadecimal. `rights.ids` must be there.
std::string rights_argument(const Rights& rights);
inline constexpr std::string_view kRightsOption = "--rights=";

/// The reverse. Throws Error.
Rights parse_rights_argument(std::string_view argument);

/// Takes these rights, and makes what programs inherit a fixed one: no core files, umask 022, the
/// root as the working directory. Throws Error.
void confine(const Rights& rights);

}  // namespace seawind
