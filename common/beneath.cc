// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/beneath.h"

#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>

#include "common/fds.h"

namespace seawind {
namespace {

bool leads_out(const std::filesystem::path& name) {
  return name.is_absolute() || std::find(name.begin(), name.end(), "..") != name.end();
}

}  // namespace

int walk_beneath(int directory, const std::string& name, int flags, mode_t mode) {
  const std::filesystem::path path(name);
  if (leads_out(path)) {
    errno = EXDEV;
    return -1;
  }
  Fd held;
  for (const auto& component : path.parent_path()) {
    Fd next(openat(held ? held.get() : directory, component.c_str(),
                   O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (!next) return -1;
    held = std::move(next);
  }
  return openat(held ? held.get() : directory, path.filename().c_str(),
                flags | O_NOFOLLOW | O_CLOEXEC, mode);
}

int open_beneath(int directory, const std::string& name, int flags, mode_t mode) {
  if (leads_out(name)) {
    errno = EXDEV;
    return -1;
  }
  open_how how{};
  how.flags = static_cast<unsigned>(flags | O_NOFOLLOW | O_CLOEXEC);
  how.mode = (flags & O_CREAT) != 0 ? mode : 0;
  how.resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS;
  const long fd = syscall(SYS_openat2, directory, name.c_str(), &how, sizeof how);
  if (fd >= 0 || (errno != ENOSYS && errno != EPERM)) return static_cast<int>(fd);
  return walk_beneath(directory, name, flags, mode);
}

}  // namespace seawind
