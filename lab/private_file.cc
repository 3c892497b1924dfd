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

std::string read_small(const Directory& folder, const std::string& name) {
  return folder.read_text(name, kLargest);
}

}  // namespace seawind::lab
