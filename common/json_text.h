// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace seawind {

/// The value as JSON text, in one line or with `indent` spaces a level. U+FFFD replaces bytes that
/// are not UTF-8, which file names may contain.
template <typename Json>
std::string json_text(const Json& value, int indent = -1) {
  return value.dump(indent, ' ', false, Json::error_handler_t::replace);
}

}  // namespace seawind
