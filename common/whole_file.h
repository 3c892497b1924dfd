// SPDX-License-Identifier: GPL-3.0-or-later
// Reads a whole file of bounded size.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

namespace seawind {

struct WholeFile {
  std::string text;
  std::string problem;  // why the file cannot be read, without its name; empty: `text` is valid
};

/// A file that is not regular cannot be read: reading a FIFO would block.
WholeFile try_read_whole_file(const std::filesystem::path& file, std::size_t largest);

/// Returns the content. Throws Error if the file cannot be read, is not a regular file, or exceeds
/// `largest` bytes; the message gives the limit.
std::string read_whole_file(const std::filesystem::path& file, std::size_t largest);

}  // namespace seawind
