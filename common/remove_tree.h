// SPDX-License-Identifier: GPL-3.0-or-later
// Recursive removal by descriptor.
#pragma once

#include <string>

namespace seawind {

/// Removes `name`, one component, from the directory, with all that is in it. Links are removed,
/// not followed; a mount point, and nesting beyond 64 directories (nothing of ours), are errors.
/// Nothing happens when there is none. `shown`: for messages. Throws Error; what was removed before
/// stays removed.
void remove_tree_at(int directory, const std::string& name, const std::string& shown);

/// Whether two open directories belong to the same mount.
bool same_mount(int one, int other);

}  // namespace seawind
