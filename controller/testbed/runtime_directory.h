// SPDX-License-Identifier: GPL-3.0-or-later
// The private directory of a run's sockets.
#pragma once

#include <filesystem>
#include <string>

#include "common/fds.h"

namespace seawind {

/// A directory of mode 0700 under $XDG_RUNTIME_DIR or /tmp, named seawind-PID-STARTTIME-RANDOM,
/// locked while this object lives and removed with it. Making one removes those of dead runs: owned
/// by us, their process gone, and their lock free; no link is followed.
class RuntimeDirectory {
 public:
  RuntimeDirectory();
  ~RuntimeDirectory();
  RuntimeDirectory(const RuntimeDirectory&) = delete;
  RuntimeDirectory& operator=(const RuntimeDirectory&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
  Fd root_;  // what it is in
  Fd lock_;
};

/// What is wrong with $XDG_RUNTIME_DIR as the place of our sockets, or nothing: it has to be a
/// directory (not a link to one), ours, and writable for nobody else.
std::string runtime_root_problem(const std::filesystem::path& directory);

}  // namespace seawind
