// SPDX-License-Identifier: GPL-3.0-or-later
// The resolved hop an offline tool runs: a HopSpec (emulator/api/link.proto) in protobuf's binary
// form, or in its JSON form when the file begins with '{'.
#pragma once

#include <string>

#include "emulator/link/hop_config.h"

namespace seawind {

/// `path`: a file, or "-" for the standard input. `seed` takes the place of the file's. Throws
/// InputError: cannot be read, is no HopSpec, or everything that is wrong with its values, a line
/// each.
HopConfig read_hop(const std::string& path, std::uint64_t seed);

}  // namespace seawind
