// SPDX-License-Identifier: GPL-3.0-or-later
// Recursive removal by descriptor.
#pragma once

#include <string>

namespace seawind {

/// Removes `name` (a single component) and its content from the directory. Symbolic links are
/// removed, not followed. A mount point and nesting deeper than 64 directories are errors. Does
/// nothing if the name does not exist. `shown`: the path for messages. Throws Error; entries
/// removed before the error stay removed.
void remove_tree_at(int directory, const std::string& name, const std::string& shown);

/// Whether two open directories belong to the same mount.
bool same_mount(int one, int other);

}  // namespace seawind
