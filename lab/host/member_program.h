// SPDX-License-Identifier: GPL-3.0-or-later
// The commands with which a host takes part in a lab: `seawind-agent key`, `join`, `leave` and
// `serve`.
#pragma once

namespace seawind::lab {

/// Whether the program's arguments are one of these commands, or start a process that one of them
/// needs.
bool is_member_command(int argc, const char* const* argv);
/// Runs it. Returns the exit status: 2 for wrong use, 3 for another error.
int run_member_program(int argc, char** argv);

}  // namespace seawind::lab
