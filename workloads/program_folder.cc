// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/program_folder.h"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <vector>

#include "common/error.h"
#include "common/fds.h"

namespace seawind {
namespace {

std::vector<std::string> names_in(int directory) {
  std::vector<std::string> names;
  const int fd = openat(directory, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR* const list = fd < 0 ? nullptr : fdopendir(fd);
  if (list == nullptr) {
    if (fd >= 0) ::close(fd);
    return names;
  }
  while (const dirent* entry = readdir(list)) {
    const std::string name = entry->d_name;
    if (name != "." && name != "..") names.push_back(name);
  }
  closedir(list);
  return names;
}

/// Empties the directory level by level: what lies in a directory inside is moved up before that
/// directory is removed, so that neither the depth nor a path's length matters.
void empty(int root) {
  int moved = 0;
  for (std::vector<std::string> left = names_in(root); !left.empty();) {
    const std::string name = left.back();
    left.pop_back();
    if (unlinkat(root, name.c_str(), 0) == 0) continue;
    fchmodat(root, name.c_str(), S_IRWXU, 0);
    const Fd inner(openat(root, name.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (!inner) continue;
    for (const auto& one : names_in(inner.get())) {
      if (unlinkat(inner.get(), one.c_str(), 0) == 0) continue;
      fchmodat(inner.get(), one.c_str(), S_IRWXU, 0);  // its .. is written to
      std::string up;
      do up = fmt::format(".moved-{}", moved++);
      while (faccessat(root, up.c_str(), F_OK, AT_SYMLINK_NOFOLLOW) == 0);
      if (renameat(inner.get(), one.c_str(), root, up.c_str()) == 0) left.push_back(up);
    }
    unlinkat(root, name.c_str(), AT_REMOVEDIR);
  }
}

}  // namespace

ProgramFolder::ProgramFolder() {
  std::string pattern = std::filesystem::temp_directory_path() / "seawind-program-XXXXXX";
  if (mkdtemp(pattern.data()) == nullptr) throw system_error("make a folder " + pattern);
  path_ = pattern;
}

ProgramFolder::~ProgramFolder() {
  // The program may have put anything in the place of the folder, or taken its own rights away.
  if (unlink(path_.c_str()) == 0) return;
  {
    Fd folder(open(path_.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (!folder && chmod(path_.c_str(), S_IRWXU) == 0)
      folder = Fd(open(path_.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (!folder) return;
    fchmod(folder.get(), S_IRWXU);
    empty(folder.get());
  }
  rmdir(path_.c_str());
}

}  // namespace seawind
