// SPDX-License-Identifier: GPL-3.0-or-later
// Files in memory (memfd_create(2)).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "common/fds.h"

namespace seawind {

/// A file in memory with this content, positioned at its beginning: for the input of a program, or
/// for its output, which then needs no concurrent reader. Throws SystemError ("cannot `tried`:
/// ...").
Fd memory_file(const char* tried, std::string_view content = {});
/// At most `limit` bytes of its content; nothing, with errno, when it cannot be read.
std::optional<std::string> content_of(const Fd& memory_file, std::size_t limit = SIZE_MAX);

}  // namespace seawind
