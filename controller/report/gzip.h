// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace seawind {

/// zlib's windowBits for gzip: the largest window, with gzip's header.
inline constexpr int kGzipWindow = 15 + 16;
/// The text as one gzip member. Equal texts give equal bytes.
std::string gzip(std::string_view text);

}  // namespace seawind
