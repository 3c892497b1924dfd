// SPDX-License-Identifier: GPL-3.0-or-later
// A JSON Schema with what it has once for several places (`$defs`) in each of them.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace seawind::test {

inline nlohmann::json written_out(const nlohmann::json& part, const nlohmann::json& document) {
  if (part.is_object() && part.contains("$ref")) {
    const nlohmann::json::json_pointer place(part["$ref"].get<std::string>().substr(1));
    if (place.to_string().starts_with("/$defs/")) return written_out(document.at(place), document);
  }
  nlohmann::json out = part;
  if (out.is_structured())
    for (auto& inner : out) inner = written_out(inner, document);
  return out;
}

inline nlohmann::json written_out(const std::string& schema) {
  const auto document = nlohmann::json::parse(schema);
  return written_out(document, document);
}

}  // namespace seawind::test
