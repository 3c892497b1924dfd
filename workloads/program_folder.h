// SPDX-License-Identifier: GPL-3.0-or-later
// The folder an external program runs in.
#pragma once

#include <string>

#include "common/fds.h"

namespace seawind {

/// A new folder in the directory of temporary files, locked (flock) while this object exists. The
/// destructor removes the folder with its content, even if the program has removed permissions or
/// nested directories without end. It then removes the unlocked folders of this kind that belong to
/// this user and remain from killed generators.
class ProgramFolder {
 public:
  ProgramFolder();
  ~ProgramFolder();
  ProgramFolder(const ProgramFolder&) = delete;
  ProgramFolder& operator=(const ProgramFolder&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
  Fd lock_;
};

}  // namespace seawind
