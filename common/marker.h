// SPDX-License-Identifier: GPL-3.0-or-later
// A directory of ours says so: it has a file `.seawind`. One that has none was made by somebody
// else, whatever its name is, and is never removed.
#pragma once

#include <string>

#include "common/directory.h"

namespace seawind {

inline constexpr const char* kMarkerFile = ".seawind";

/// Flushed to the disk. Nothing happens when it is marked already.
void mark(const Directory& directory);
/// Whether `name` in `parent` is a directory, not a link to one, with the mark.
bool is_marked(const Directory& parent, const std::string& name);
/// Removes it with all that is in it, the mark last: what is left when the power fails in between
/// is still marked, or empty.
void remove_marked(const Directory& parent, const std::string& name);

}  // namespace seawind
