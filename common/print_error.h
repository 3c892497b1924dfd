// SPDX-License-Identifier: GPL-3.0-or-later
// Messages to standard error that must not fail: its disk may be full or its reader gone.
#pragma once

#include <fmt/format.h>

#include <cstdio>
#include <utility>

namespace seawind {

/// Prints to standard error, as far as that can be written.
template <typename... Args>
void print_error(fmt::format_string<Args...> format, Args&&... args) {
  std::fputs(fmt::format(format, std::forward<Args>(args)...).c_str(), stderr);
}

}  // namespace seawind
