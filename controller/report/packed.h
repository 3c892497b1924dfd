// SPDX-License-Identifier: GPL-3.0-or-later
// Data in a page: JSON, compressed by gzip and written in Base64, so that it can stand in HTML and
// in scripts. Browsers unpack it without a library.
#pragma once

#include <string>

namespace seawind {

std::string packed(const std::string& text);

}  // namespace seawind
