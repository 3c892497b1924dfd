// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/program_folder.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <string_view>
#include <vector>

#include "common/directory.h"
#include "common/error.h"
#include "common/listed_files.h"

namespace seawind {
namespace {

/// Empties the directory level by level. The entries of a subdirectory are moved up before it is
/// removed, so that neither the depth nor the length of a path is limited.
void empty(int root) {
  int moved = 0;
  using Names = std::vector<std::string>;
  for (Names left = names_in(root).value_or(Names()); !left.empty();) {
    const std::string name = left.back();
    left.pop_back();
    if (unlinkat(root, name.c_str(), 0) == 0) continue;
    fchmodat(root, name.c_str(), S_IRWXU, 0);
    const Fd inner(openat(root, name.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (!inner) continue;
    for (const auto& one : names_in(inner.get()).value_or(Names())) {
      if (unlinkat(inner.get(), one.c_str(), 0) == 0) continue;
      fchmodat(inner.get(), one.c_str(), S_IRWXU, 0);  // a rename changes its ..
      std::string up;
      do up = fmt::format(".moved-{}", moved++);
      while (faccessat(root, up.c_str(), F_OK, AT_SYMLINK_NOFOLLOW) == 0);
      if (renameat(inner.get(), one.c_str(), root, up.c_str()) == 0) left.push_back(up);
    }
    unlinkat(root, name.c_str(), AT_REMOVEDIR);
  }
}

constexpr std::string_view kPrefix = "seawind-program-";

Fd open_folder(const std::string& path) {
  return Fd(open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
}

bool is_at(const Fd& folder, const std::string& path) {
  struct stat here {};
  struct stat there {};
  return fstat(folder.get(), &here) == 0 && lstat(path.c_str(), &there) == 0 &&
         here.st_ino == there.st_ino && here.st_dev == there.st_dev;
}

/// The program may have replaced the folder, or removed its own access rights.
void remove_folder(const std::string& path) {
  if (unlink(path.c_str()) == 0) return;
  {
    Fd folder = open_folder(path);
    if (!folder && chmod(path.c_str(), S_IRWXU) == 0) folder = open_folder(path);
    if (!folder) return;
    fchmod(folder.get(), S_IRWXU);
    empty(folder.get());
  }
  rmdir(path.c_str());
}

void remove_abandoned(const std::filesystem::path& directory) {
  for (const auto& entry : listed_files(directory)) {
    const std::string path = entry;
    struct stat found {};
    if (entry.filename().string().rfind(kPrefix, 0) != 0 || lstat(path.c_str(), &found) != 0 ||
        !S_ISDIR(found.st_mode) || found.st_uid != geteuid())
      continue;
    if ((found.st_mode & S_IRUSR) == 0) chmod(path.c_str(), S_IRWXU);
    const Fd folder = open_folder(path);
    if (folder && flock(folder.get(), LOCK_EX | LOCK_NB) == 0 && is_at(folder, path))
      remove_folder(path);
  }
}

}  // namespace

ProgramFolder::ProgramFolder() {
  const std::string pattern =
      std::filesystem::temp_directory_path() / fmt::format("{}XXXXXX", kPrefix);
  // The destructor of another generator's folder may remove this folder until it is locked.
  do {
    path_ = pattern;
    if (mkdtemp(path_.data()) == nullptr) throw system_error("make a folder " + pattern);
    lock_ = open_folder(path_);
    if (!lock_ && errno != ENOENT) throw system_error("open the folder " + path_);
  } while (!lock_ || flock(lock_.get(), LOCK_EX) != 0 || !is_at(lock_, path_));
}

ProgramFolder::~ProgramFolder() {
  remove_folder(path_);
  lock_.reset();
  remove_abandoned(std::filesystem::path(path_).parent_path());
}

}  // namespace seawind
