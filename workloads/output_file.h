// SPDX-License-Identifier: GPL-3.0-or-later
// A file a generator writes: opened by its agent, or by itself when it is started by hand.
#pragma once

#include <string>

#include "common/fds.h"

namespace seawind {

/// `descriptor` itself, from now on close-on-exec; with -1 creates (truncates) the file `name`.
/// Throws Error.
Fd open_output(const std::string& name, int descriptor);

}  // namespace seawind
