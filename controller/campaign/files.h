// SPDX-License-Identifier: GPL-3.0-or-later
// Durable files: what has been renamed into place is on the disk. Locks.
#pragma once

#include <filesystem>
#include <string>

#include "common/fds.h"

namespace seawind {

/// Writes the file and flushes it to the disk. Throws Error.
void write_durably(const std::filesystem::path& file, const std::string& text);
/// Flushes every file of the directory, and the directory. Throws Error.
void flush_directory(const std::filesystem::path& directory);
/// Flushes the directory's own entries.
void flush_entries(const std::filesystem::path& directory);
/// Makes the directory and those above it that are missing, their entries flushed. Throws Error.
void make_directories_durably(const std::filesystem::path& directory);
/// Replaces the file as a whole, for readers at any time; not flushed to the disk. Throws Error,
/// and leaves the old one.
void replace_file(const std::filesystem::path& file, const std::string& text);
/// An exclusive lock on `file` (made when absent), or an empty Fd when another process holds it.
Fd lock_file(const std::filesystem::path& file);
/// Whether somebody holds that lock (this process may). Asking takes nothing.
bool is_locked(const std::filesystem::path& file);
std::string read_text(const std::filesystem::path& file);

}  // namespace seawind
