// SPDX-License-Identifier: GPL-3.0-or-later
// Small files that only their owner may read.
#pragma once

#include <string>

#include "common/directory.h"

namespace seawind::lab {

/// Throws Error if the folder belongs to another user, or others may enter it.
void require_private(const Directory& folder);
/// Replaces the file by one of mode 0600, whole or not at all, and flushes it and its name.
void write_private(const Directory& folder, const std::string& name, const std::string& text);
/// At most 64 KiB.
std::string read_small(const Directory& folder, const std::string& name);

}  // namespace seawind::lab
