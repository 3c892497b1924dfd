// SPDX-License-Identifier: GPL-3.0-or-later
// Folders of output in a place that others can write to, such as /tmp.
#pragma once

#include <filesystem>
#include <string>

#include "common/directory.h"

namespace seawind {

/// Opens the folder `name` of `parent`, or makes it. A folder that exists must belong to this
/// process's user, to the user behind sudo, or to the owner of `parent`, who can replace it anyway:
/// any other user could exchange what is written there. Throws Error otherwise, and for a symbolic
/// link.
Directory open_or_make_output(const Directory& parent, const std::string& name);

/// Applies that rule to each existing folder and symbolic link of the path whose parent is writable
/// for every user and has the sticky bit, as /tmp. Throws Error.
void require_ours_where_shared(const std::filesystem::path& folder);

/// Opens the folder that the user named; empty: the working directory. Applies
/// require_ours_where_shared().
Directory open_output(const std::filesystem::path& folder);

/// As open_output(); makes the folder and those above it if they do not exist.
Directory open_or_make_output(const std::filesystem::path& folder);

}  // namespace seawind
