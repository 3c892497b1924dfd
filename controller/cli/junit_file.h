// SPDX-License-Identifier: GPL-3.0-or-later
// The file of `--junit`.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "common/directory.h"

namespace seawind {

class JunitFile {
 public:
  /// `name`: as the user gave it; empty: no file. Opens its folder. Throws Error if the folder is
  /// not there, and if the name is that of something that a file cannot replace.
  explicit JunitFile(const std::string& name);
  /// Writes the results of these campaigns, at once and as a whole. Throws Error.
  void write(const std::vector<std::filesystem::path>& campaigns) const;

 private:
  std::string name_;  // in folder_
  std::optional<Directory> folder_;
};

}  // namespace seawind
