// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string_view>

namespace seawind {

/// Writes `text` gzip-compressed to a temporary file and renames it to `path`. Equal texts give
/// equal bytes.
void write_gzip(const std::filesystem::path& path, std::string_view text);

}  // namespace seawind
