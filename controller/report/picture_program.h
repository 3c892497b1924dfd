// SPDX-License-Identifier: GPL-3.0-or-later
// Runs a program that makes pictures (node, rsvg-convert) as a child process that cannot start
// programs. No text from a file is a command for these programs: they read data as JSON and SVG.
// This is the second line of defence: a command needs a new process, which the kernel refuses
// (seccomp; threads are allowed).
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace seawind {

/// Runs `arguments` (the program first, searched in the system's folders) in `folder` without a
/// shell and returns the wait status. Its output and messages go to files of these names in that
/// folder. The child inherits no descriptors, no environment except HOME, and no capabilities (for
/// root only CAP_DAC_OVERRIDE). On a kernel without seccomp it runs without the filter. Throws
/// Error when the program cannot be run; `package` is the Debian package that has it.
int run_picture_program(const std::filesystem::path& folder,
                        const std::vector<std::string>& arguments, const std::string& output,
                        const std::string& messages, const std::string& package);

}  // namespace seawind
