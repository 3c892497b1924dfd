// SPDX-License-Identifier: GPL-3.0-or-later
// Locations of the programs of this installation.
#pragma once

#include <filesystem>
#include <string>

namespace seawind {

/// Path of the running executable; empty: unknown.
std::filesystem::path own_executable();

/// `name` beside the running executable, else in PATH. Throws Error that names the searched
/// locations.
std::filesystem::path find_program(const std::string& name);
/// The same; the Error also says that `user` needs it, and which Debian package has it.
std::filesystem::path find_program(const std::string& name, const std::string& user,
                                   const std::string& package);

}  // namespace seawind
