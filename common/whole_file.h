// SPDX-License-Identifier: GPL-3.0-or-later
// Reads a whole file of bounded size, its first line, or the number at its beginning.
#pragma once

#include <cstddef>
#include <filesystem>
#include <fstream>
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

/// The first line of a file; empty if there is none, or no such file.
std::string first_line(const std::filesystem::path& file);

template <class Number>
Number number_in(const std::filesystem::path& file, Number fallback) {
  std::ifstream in(file);
  Number value{};
  return in >> value ? value : fallback;
}

}  // namespace seawind
