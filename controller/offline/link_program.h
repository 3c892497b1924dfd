// SPDX-License-Identifier: GPL-3.0-or-later
// Runs seawind-link, the emulator's model in virtual time, with a resolved hop on its input.
#pragma once

#include <cstdint>
#include <stop_token>
#include <string>
#include <vector>

#include "emulator/api/link.pb.h"

namespace seawind {

/// Becomes seawind-link: the arguments follow the program's name; `--hop -` must be among them.
/// Returns only by throwing Error.
[[noreturn]] void become_seawind_link(const std::vector<std::string>& arguments,
                                      const HopSpec& hop);

/// What run_seawind_link returns when it was stopped; the exit code kInterrupted.
inline constexpr int kLinkStopped = 130;

/// Runs it: `out` is what it printed, the result its exit code (controller/cli/exit_codes.h has the
/// same). What it has to say it says on stderr, or in `said` if given. A stop request kills it at
/// once: kLinkStopped. Throws Error when it cannot be run or is killed by anyone else.
int run_seawind_link(const std::vector<std::string>& arguments, const HopSpec& hop,
                     std::string& out, const std::stop_token& stop = {},
                     std::string* said = nullptr);

/// What a preview is asked for, each as written on the command line.
struct PreviewChoice {
  std::string duration = "60s";
  std::string probe_size = "100B";  // IP bytes
  std::string probe_interval = "100ms";
};
std::vector<std::string> preview_arguments(const PreviewChoice& choice, std::uint64_t seed);

}  // namespace seawind
