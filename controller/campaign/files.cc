// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/campaign/files.h"

#include <fcntl.h>

#include <cerrno>

#include "common/error.h"

namespace seawind {
namespace {

struct flock whole_file() {
  struct flock lock {};
  lock.l_type = F_WRLCK;
  lock.l_whence = SEEK_SET;
  return lock;
}

}  // namespace

void make_directories_durably(const std::filesystem::path& directory) {
  if (directory.empty() || std::filesystem::is_directory(directory)) return;
  if (std::filesystem::exists(directory))
    throw std::filesystem::filesystem_error("make a directory", directory,
                                            std::make_error_code(std::errc::not_a_directory));
  const auto parent = directory.parent_path();
  make_directories_durably(parent);
  std::filesystem::create_directory(directory);
  Directory(parent).flush();
}

Fd lock_file(const Directory& directory, const std::string& name) {
  Fd fd = directory.open_or_create(name);
  struct flock lock = whole_file();
  if (fcntl(fd.get(), F_OFD_SETLK, &lock) == 0) return fd;
  if (errno != EAGAIN && errno != EACCES) throw system_error("lock " + directory.path_of(name));
  return Fd();
}

Fd lock_file(const std::filesystem::path& file) {
  return lock_file(Directory(file.parent_path()), file.filename());
}

bool is_locked(const std::filesystem::path& file) {
  const Fd fd(open(file.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  struct flock lock = whole_file();
  return fd && fcntl(fd.get(), F_OFD_GETLK, &lock) == 0 && lock.l_type != F_UNLCK;
}

}  // namespace seawind
