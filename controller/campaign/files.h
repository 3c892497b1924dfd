// SPDX-License-Identifier: GPL-3.0-or-later
// Locks on files: an open file description lock on the whole file, which belongs to the descriptor
// and can be asked about without taking it.
#pragma once

#include <filesystem>
#include <string>

#include "common/directory.h"

namespace seawind {

/// Makes the directory and those above it that are missing, their entries flushed; the path is the
/// user's own word. Throws Error and filesystem_error.
void make_directories_durably(const std::filesystem::path& directory);
/// An exclusive lock on the file (made when absent), or an empty Fd when another process holds it.
Fd lock_file(const Directory& directory, const std::string& name);
/// The same; the file's folder is the user's own word.
Fd lock_file(const std::filesystem::path& file);
/// Whether somebody holds that lock (this process may). Asking takes nothing.
bool is_locked(const std::filesystem::path& file);

}  // namespace seawind
