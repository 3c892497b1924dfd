// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/private_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/error.h"

namespace seawind::lab {
namespace {

constexpr std::size_t kLargest = 64 * 1024;

}  // namespace

void require_private(const Directory& folder) {
  if (folder.status().st_uid != ::geteuid())
    throw Error(fmt::format("cannot use {}: it belongs to user {}", folder.path().string(),
                            folder.status().st_uid));
  if ((folder.status().st_mode & 077U) != 0)
    throw Error(
        fmt::format("cannot use {}: other users may enter it; it has keys, so: chmod 700 {}",
                    folder.path().string(), folder.path().string()));
}

void write_private(const Directory& folder, const std::string& name, const std::string& text) {
  const std::string beside = name_beside(name);
  const Fd file(
      ::openat(folder.fd(), beside.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
  if (!file) throw system_error("write " + folder.path_of(name));
  if (!write_all(file.get(), text) || ::fsync(file.get()) != 0) {
    const int error = errno;
    folder.remove(beside);
    throw system_error("write " + folder.path_of(name), error);
  }
  folder.rename_over(beside, folder, name);
  folder.flush();
}

std::string read_small(const Directory& folder, const std::string& name) {
  return folder.read_text(name, kLargest);
}

}  // namespace seawind::lab
