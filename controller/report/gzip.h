// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace seawind {

/// The text as one gzip member. Equal texts give equal bytes.
std::string gzip(std::string_view text);

}  // namespace seawind
