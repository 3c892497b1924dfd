// SPDX-License-Identifier: GPL-3.0-or-later
// Tries an operation that changes the process in a temporary child process.
#pragma once

#include <functional>
#include <string>

namespace seawind {

/// Runs `action` in a forked child. Returns the text of the Error it threw, or an empty string. The
/// caller must have a single thread.
std::string try_in_child(const std::function<void()>& action);

}  // namespace seawind
