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

}  // namespace seawind
