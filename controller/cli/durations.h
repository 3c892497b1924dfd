// SPDX-License-Identifier: GPL-3.0-or-later
// Durations of the command line.
#pragma once

#include <chrono>
#include <string>

namespace seawind {

/// The duration that `option` has, at least 0. Throws CLI::ValidationError.
std::chrono::nanoseconds duration_of(const char* option, const std::string& text);

/// `--interval` of commands that print the counters of a link: 10ms to 1h. Throws
/// CLI::ValidationError.
std::chrono::milliseconds watch_interval(const std::string& text);

}  // namespace seawind
