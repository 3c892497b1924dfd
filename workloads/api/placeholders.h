// SPDX-License-Identifier: GPL-3.0-or-later
// The words in braces that a `command` generator replaces in arguments, variables and files.
#pragma once

#include <array>
#include <string_view>

namespace seawind {

inline constexpr std::array<std::string_view, 6> kPlaceholders = {"local",    "peer", "port",
                                                                  "duration", "dir",  "log"};

}  // namespace seawind
