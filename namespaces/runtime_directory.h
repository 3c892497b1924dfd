// SPDX-License-Identifier: GPL-3.0-or-later
// A private directory of a process, for its sockets or its temporary files.
#pragma once

#include <filesystem>
#include <string>

#include "common/fds.h"

namespace seawind {

/// A directory of mode 0700 under $XDG_RUNTIME_DIR or /tmp, named seawind-PID-STARTTIME-RANDOM. It
/// is locked while this object lives and removed with it. The constructor also removes directories
/// of dead runs, that is, directories of this user whose process is gone and whose lock is free. No
/// link is followed.
class RuntimeDirectory {
 public:
  RuntimeDirectory();
  /// The same under `root`.
  explicit RuntimeDirectory(const std::filesystem::path& root);
  ~RuntimeDirectory();
  RuntimeDirectory(const RuntimeDirectory&) = delete;
  RuntimeDirectory& operator=(const RuntimeDirectory&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
  Fd root_;  // its parent
  Fd lock_;
};

/// Why $XDG_RUNTIME_DIR is unsuitable for our sockets; empty: it is suitable. It must be a
/// directory (not a link to one) that belongs to this user and is writable for no other user.
std::string runtime_root_problem(const std::filesystem::path& directory);

}  // namespace seawind
