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

/// The rule above for each folder and symbolic link of the path that exists and is where every user
/// can make some and none can remove those of others. Throws Error.
void require_ours_where_shared(const std::filesystem::path& folder);

/// Opens the folder that the user named; empty: the working directory. By the rule of
/// require_ours_where_shared().
Directory open_output(const std::filesystem::path& folder);

/// The same; makes the folder, with those above it, if it does not exist.
Directory open_or_make_output(const std::filesystem::path& folder);

}  // namespace seawind
