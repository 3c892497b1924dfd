// SPDX-License-Identifier: GPL-3.0-or-later
// gnuplot as a child process that cannot start programs. Its scripts quote what comes from files so
// that none of it is a command (gnuplot.h); this is the second wall: `system`, pipes and backquotes
// need a new process, and the kernel refuses it one (seccomp; threads are allowed).
#pragma once

#include <filesystem>
#include <string>

namespace seawind {

/// It has no descriptors of ours, nothing of our environment but HOME, and no capabilities (of root
/// CAP_DAC_OVERRIDE).
///
/// The wait status of `gnuplot -d SCRIPT`, run in `folder` without a shell, with its messages in
/// the file `messages` of that folder. Where the kernel has no seccomp it runs without that wall.
/// Throws Error: gnuplot cannot be run.
int run_plot_program(const std::filesystem::path& folder, const std::string& script,
                     const std::string& messages);

}  // namespace seawind
