// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace seawind {

/// The value as JSON text, in one line or with `indent` spaces a level. Names of files may be no
/// UTF-8: U+FFFD takes the place of their wrong bytes.
template <typename Json>
std::string json_text(const Json& value, int indent = -1) {
  return value.dump(indent, ' ', false, Json::error_handler_t::replace);
}

}  // namespace seawind
