// SPDX-License-Identifier: GPL-3.0-or-later
// Runs gnuplot as a child process that cannot start programs. Scripts quote all text from files, so
// that no text is a command (gnuplot.h). This is the second line of defence: `system`, pipes and
// backquotes need a new process, which the kernel refuses (seccomp; threads are allowed).
#pragma once

#include <filesystem>
#include <string>

namespace seawind {

/// Runs `gnuplot -d SCRIPT` in `folder` without a shell and returns the wait status. Messages go to
/// the file `messages` in that folder. The child inherits no descriptors, no environment except
/// HOME, and no capabilities (for root only CAP_DAC_OVERRIDE). On a kernel without seccomp it runs
/// without the filter. Throws Error when gnuplot cannot be run.
int run_plot_program(const std::filesystem::path& folder, const std::string& script,
                     const std::string& messages);

}  // namespace seawind
