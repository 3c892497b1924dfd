// SPDX-License-Identifier: GPL-3.0-or-later
// The folder an external program runs in.
#pragma once

#include <string>

namespace seawind {

/// A new folder in the directory of temporary files. Goes with everything in it, whatever the
/// program has done to it: permissions taken away, directories nested without end.
class ProgramFolder {
 public:
  ProgramFolder();
  ~ProgramFolder();
  ProgramFolder(const ProgramFolder&) = delete;
  ProgramFolder& operator=(const ProgramFolder&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace seawind
