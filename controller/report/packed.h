// SPDX-License-Identifier: GPL-3.0-or-later
// Data in a page: JSON, compressed by gzip and written in Base64, so that it can be embedded in
// HTML and in scripts. Browsers unpack it without a library.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace seawind {

std::string packed(const std::string& text);

/// The text of packed(). Nothing if `data` is not exactly one gzip member in Base64 without line
/// breaks, or the text has more than `largest` bytes.
std::optional<std::string> unpacked(std::string_view data, std::size_t largest);

}  // namespace seawind
