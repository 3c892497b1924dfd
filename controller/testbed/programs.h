// SPDX-License-Identifier: GPL-3.0-or-later
// Where the programs of this installation are.
#pragma once

#include <filesystem>
#include <string>

namespace seawind {

/// The running executable, or an empty path.
std::filesystem::path own_executable();

/// `name` next to the running executable, else in PATH. Throws Error saying where it was looked
/// for.
std::filesystem::path find_program(const std::string& name);

}  // namespace seawind
