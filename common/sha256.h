// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace seawind {

/// SHA-256 of `text` as 64 hexadecimal digits.
std::string sha256(std::string_view text);

}  // namespace seawind
