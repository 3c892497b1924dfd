// SPDX-License-Identifier: GPL-3.0-or-later
// Durable directories, and locks on files: an open file description lock on the whole file.
// The lock belongs to the descriptor and can be queried without taking it.
#pragma once

#include <filesystem>
#include <string>

#include "common/directory.h"

namespace seawind {

/// Creates the directory and its missing parents and flushes their entries. `directory` is the
/// user's path and may contain links. Throws Error and filesystem_error.
void make_directories_durably(const std::filesystem::path& directory);
/// An exclusive lock on the file (created when absent), or an empty Fd when another process holds
/// it.
Fd lock_file(const Directory& directory, const std::string& name);
/// As above; the file's folder is the user's path and may contain links.
Fd lock_file(const std::filesystem::path& file);
/// Whether any process, this one included, holds that lock. Does not take it.
bool is_locked(const std::filesystem::path& file);

}  // namespace seawind
