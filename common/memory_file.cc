// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/memory_file.h"

#include <sys/mman.h>

#include <algorithm>
#include <cerrno>

#include "common/error.h"

namespace seawind {

Fd memory_file(const char* tried, std::string_view content) {
  Fd file(memfd_create("seawind", MFD_CLOEXEC));
  if (!file || !write_all(file.get(), content) || lseek(file.get(), 0, SEEK_SET) != 0)
    throw system_error(tried);
  return file;
}

std::optional<std::string> content_of(const Fd& memory_file, std::size_t limit) {
  std::string text;
  for (std::string block(std::size_t{1} << 16U, '\0'); text.size() < limit;) {
    const ssize_t got =
        pread(memory_file.get(), block.data(), std::min(block.size(), limit - text.size()),
              static_cast<off_t>(text.size()));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return {};
    if (got == 0) break;
    text.append(block.data(), static_cast<std::size_t>(got));
  }
  return text;
}

}  // namespace seawind
