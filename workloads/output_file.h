// SPDX-License-Identifier: GPL-3.0-or-later
// An output file of a generator. The agent opens it; a generator started by hand opens it itself.
#pragma once

#include <string>

#include "common/fds.h"

namespace seawind {

/// Sets close-on-exec on `descriptor` and takes ownership. If `descriptor` is -1, creates
/// (truncates) the file `name`. Throws Error.
Fd open_output(const std::string& name, int descriptor);

}  // namespace seawind
