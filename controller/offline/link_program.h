// SPDX-License-Identifier: GPL-3.0-or-later
// Runs seawind-link, the emulator's model in virtual time, with a resolved hop as its input.
#pragma once

#include <cstdint>
#include <stop_token>
#include <string>
#include <vector>

#include "emulator/api/link.pb.h"

namespace seawind {

/// Replaces this process by seawind-link. `arguments` follow the program's name and must include
/// `--hop -`. Returns only by throwing Error.
[[noreturn]] void exec_seawind_link(const std::vector<std::string>& arguments, const HopSpec& hop);

/// Result of run_seawind_link() after a stop; equal to the exit code kInterrupted.
inline constexpr int kLinkStopped = 130;

/// Runs seawind-link and returns its exit code (as in controller/cli/exit_codes.h). `out` gets its
/// standard output. Its standard error goes to stderr, or to `messages` if given. A stop request
/// kills the program at once; the result is then kLinkStopped. Throws Error when the program cannot
/// be run or is killed otherwise.
int run_seawind_link(const std::vector<std::string>& arguments, const HopSpec& hop,
                     std::string& out, const std::stop_token& stop = {},
                     std::string* messages = nullptr);

/// The options of a preview, in the notation of the command line.
struct PreviewChoice {
  std::string duration = "60s";
  std::string probe_size = "100B";  // IP bytes
  std::string probe_interval = "100ms";
};
std::vector<std::string> preview_arguments(const PreviewChoice& choice, std::uint64_t seed);

}  // namespace seawind
