// SPDX-License-Identifier: GPL-3.0-or-later
// Runs seawind-link, the emulator's model in virtual time, with a resolved hop on its input.
#pragma once

#include <string>
#include <vector>

#include "emulator/api/link.pb.h"

namespace seawind {

/// Becomes seawind-link: the arguments follow the program's name; `--hop -` must be among them.
/// Returns only by throwing Error.
[[noreturn]] void become_seawind_link(const std::vector<std::string>& arguments,
                                      const HopSpec& hop);

/// Runs it: `out` is what it printed, the result its exit code (controller/cli/exit_codes.h has the
/// same). What it has to say it says on stderr. Throws Error when it cannot be run or is killed.
int run_seawind_link(const std::vector<std::string>& arguments, const HopSpec& hop,
                     std::string& out);

}  // namespace seawind
