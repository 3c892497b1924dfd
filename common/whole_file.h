// SPDX-License-Identifier: GPL-3.0-or-later
// A file read as a whole, of bounded size.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

namespace seawind {

/// Throws Error: cannot be read, is no regular file (a pipe would be waited for), or is larger than
/// `largest` bytes; the text names the limit.
std::string read_whole_file(const std::filesystem::path& file, std::size_t largest);

}  // namespace seawind
