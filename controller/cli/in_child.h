// SPDX-License-Identifier: GPL-3.0-or-later
// Tries something that changes the process in a child that is thrown away.
#pragma once

#include <functional>
#include <string>

namespace seawind {

/// Runs `action` in a forked child; empty, or the text of the Error it threw. The caller must have
/// a single thread.
std::string try_in_child(const std::function<void()>& action);

}  // namespace seawind
