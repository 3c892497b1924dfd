// SPDX-License-Identifier: GPL-3.0-or-later
// Marks directories that Seawind created with a file `.seawind`. A directory with content and
// without the mark is never removed, whatever its name is.
#pragma once

#include <string>

#include "common/directory.h"

namespace seawind {

inline constexpr const char* kMarkerFile = ".seawind";

/// Creates the mark and flushes it to disk. Does nothing if the directory is already marked.
void mark(const Directory& directory);
/// Whether `name` in `parent` is a marked directory. False for a symbolic link to one.
bool is_marked(const Directory& parent, const std::string& name);
/// Removes the directory and its content, the mark last. After a power failure the remaining
/// directory is still marked, or empty.
void remove_marked(const Directory& parent, const std::string& name);

/// Creates a marked directory with the permissions `mode`, less the umask. It is in use while the
/// result exists (flock(2) of the directory itself).
Directory make_in_use(const Directory& parent, const std::string& name, mode_t mode);

enum class Leftover {
  kRemoved,  // or it did not exist
  kInUse,    // by a living process
  kForeign,  // not marked, and not empty; or this user may not look into it
};
/// Removes a directory that make_in_use() created in a process that has ended since.
Leftover remove_unused(const Directory& parent, const std::string& name);

}  // namespace seawind
