// SPDX-License-Identifier: GPL-3.0-or-later
// Reads a whole file of bounded size.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

namespace seawind {

/// Returns the content. Throws Error if the file cannot be read, is not a regular file (reading a
/// pipe would block), or exceeds `largest` bytes; the message gives the limit.
std::string read_whole_file(const std::filesystem::path& file, std::size_t largest);

}  // namespace seawind
