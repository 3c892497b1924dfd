// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <system_error>
#include <vector>

namespace seawind {

/// The paths of a folder's entries, in no order, as far as they can be read; none if it cannot be
/// opened. A range-based for over a directory_iterator throws at an entry that cannot be read,
/// whatever its constructor was given.
inline std::vector<std::filesystem::path> listed_files(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> out;
  std::error_code unreadable;
  std::filesystem::directory_iterator entry(folder, unreadable);
  for (; entry != std::filesystem::directory_iterator(); entry.increment(unreadable))
    out.push_back(entry->path());
  return out;
}

}  // namespace seawind
