// SPDX-License-Identifier: GPL-3.0-or-later
// The hop that an offline tool runs: a HopSpec (emulator/api/link.proto) in protobuf's binary form,
// or in its JSON form if the file begins with '{'.
#pragma once

#include <string>

#include "emulator/link/hop_config.h"

namespace seawind {

/// `path` is a file, or "-" for standard input. `seed` replaces the seed in the file. Throws
/// InputError if the file cannot be read or is not a HopSpec, or with all invalid values, one line
/// each.
HopConfig read_hop(const std::string& path, std::uint64_t seed);

}  // namespace seawind
