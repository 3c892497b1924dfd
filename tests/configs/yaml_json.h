// SPDX-License-Identifier: GPL-3.0-or-later
// YAML as a JSON Schema validator sees it (core schema of YAML 1.2: null, true, false, numbers; the
// rest is text), independent of the configuration reader.
#pragma once

#include <yaml-cpp/yaml.h>

#include <charconv>
#include <nlohmann/json.hpp>
#include <string>

namespace seawind::test {

inline nlohmann::json to_json(const YAML::Node& node) {
  if (node.IsMap()) {
    nlohmann::json object = nlohmann::json::object();
    for (const auto& pair : node) object[pair.first.Scalar()] = to_json(pair.second);
    return object;
  }
  if (node.IsSequence()) {
    nlohmann::json array = nlohmann::json::array();
    for (const auto& item : node) array.push_back(to_json(item));
    return array;
  }
  if (!node.IsScalar()) return nullptr;
  const std::string& text = node.Scalar();
  if (node.Tag() == "!") return text;  // quoted
  if (text == "true" || text == "false") return text == "true";
  const char* end = text.data() + text.size();
  std::int64_t whole = 0;
  if (std::from_chars(text.data(), end, whole).ptr == end && !text.empty()) return whole;
  double number = 0;
  if (std::from_chars(text.data(), end, number).ptr == end && !text.empty()) return number;
  return text;
}

}  // namespace seawind::test
