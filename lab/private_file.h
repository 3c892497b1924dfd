// SPDX-License-Identifier: GPL-3.0-or-later
// Small files in a folder that only its owner may enter.
#pragma once

#include <string>

#include "common/directory.h"

namespace seawind::lab {

/// Throws Error if the folder belongs to another user, or others may enter it.
void require_private(const Directory& folder);
/// Reads a file of at most 64 KiB.
std::string read_small(const Directory& folder, const std::string& name);

}  // namespace seawind::lab
