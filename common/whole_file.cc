// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/whole_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "common/error.h"
#include "common/fds.h"

namespace seawind {

std::string read_whole_file(const std::filesystem::path& file, std::size_t largest) {
  const auto cannot = [&file](const std::string& why) {
    return Error(fmt::format("cannot read {}: {}", file.string(), why));
  };
  const Fd fd(open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
  if (!fd) throw system_error("read " + file.string());
  struct stat info {};
  if (fstat(fd.get(), &info) != 0) throw system_error("read " + file.string());
  if (S_ISDIR(info.st_mode)) throw cannot("it is a folder");
  if (!S_ISREG(info.st_mode)) throw cannot("it is not a regular file");
  std::string text;
  constexpr std::size_t kChunk = 1 << 16;
  while (text.size() <= largest) {
    const std::size_t had = text.size();
    text.resize(had + kChunk);
    const ssize_t got = read(fd.get(), text.data() + had, kChunk);
    const int failed = errno;
    text.resize(had + static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
    if (got < 0 && failed == EINTR) continue;
    if (got < 0) throw system_error("read " + file.string(), failed);
    if (got == 0) return text;
  }
  throw cannot(fmt::format("it is larger than {} KiB", largest / 1024));
}

}  // namespace seawind
