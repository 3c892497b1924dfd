// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/disk_space.h"

#include <fmt/format.h>

#include <cerrno>
#include <filesystem>
#include <limits>
#include <system_error>

#include "common/error.h"

namespace seawind {

std::uintmax_t available_space(const Directory& folder) {
  std::error_code error;
  const auto space = std::filesystem::space(folder.by_descriptor(), error);
  return error ? std::numeric_limits<std::uintmax_t>::max() : space.available;
}

void require_space(std::string_view where, std::uintmax_t available) {
  if (available >= kReservedSpace) return;
  throw SystemError(fmt::format("{} has {} kB left, {} kB are needed", where, available >> 10U,
                                kReservedSpace >> 10U),
                    ENOSPC);
}

}  // namespace seawind
