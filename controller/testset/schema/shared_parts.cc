// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/testset/schema/shared_parts.h"

#include <algorithm>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

namespace seawind {
namespace {

using Json = nlohmann::ordered_json;
using Visit = std::function<void(const std::string& key, Json& part)>;

constexpr std::ptrdiff_t kFewestLines = 8;

/// Visits the schemas directly inside `schema`, each with its key.
void for_each_part(Json& schema, const std::string& key, const Visit& visit) {
  for (const char* map : {"properties", "definitions"})
    if (schema.contains(map))
      for (auto& [name, part] : schema[map].items()) visit(name, part);
  for (const char* one : {"items", "additionalProperties"})
    if (schema.contains(one) && schema[one].is_object()) visit(key, schema[one]);
  if (schema.contains("anyOf"))
    for (Json& part : schema["anyOf"]) {
      const bool is_one_key = part.contains("properties") && part["properties"].size() == 1;
      visit(is_one_key ? part["properties"].begin().key() : key, part);
    }
}

bool is_worth_it(const Json& part) {
  const std::string text = part.dump(2);
  return std::count(text.begin(), text.end(), '\n') + 1 >= kFewestLines;
}

class Sharing {
 public:
  explicit Sharing(Json& document) {
    count(document, "");
    replace_inside(document, "");
    if (!shared_.empty()) document["$defs"] = shared_;
  }

 private:
  /// A part that is repeated only because a part around it is repeated counts once.
  void count(Json& schema, const std::string& key) {
    for_each_part(schema, key, [this](const std::string& name, Json& part) {
      if (uses_[part.dump()]++ == 0) count(part, name);
    });
  }
  void replace_inside(Json& schema, const std::string& key) {
    for_each_part(schema, key, [this](const std::string& name, Json& part) {
      const std::string content = part.dump();
      const bool is_repeated = uses_.at(content) > 1 && is_worth_it(part);
      if (!is_repeated) return replace_inside(part, name);
      auto known = names_.find(content);
      if (known == names_.end()) {
        known = names_.emplace(content, unused_name(name)).first;
        replace_inside(part, name);
        shared_[known->second] = part;
      }
      part = {{"$ref", "#/$defs/" + known->second}};
    });
  }
  std::string unused_name(const std::string& key) {
    std::string name = key;
    for (int n = 2; !taken_.insert(name).second; ++n) name = key + "-" + std::to_string(n);
    return name;
  }

  std::map<std::string, int> uses_;           // by content
  std::map<std::string, std::string> names_;  // likewise
  std::set<std::string> taken_;
  Json shared_ = Json::object();
};

}  // namespace

void share_parts(Json& document) {
  Sharing sharing(document);
}

}  // namespace seawind
