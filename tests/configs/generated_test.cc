// SPDX-License-Identifier: GPL-3.0-or-later
// The committed schemas and reference pages are those of the .proto files, key by key.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <sstream>

#include "common/config/rules.h"
#include "common/units.h"
#include "tests/configs/documents_fixture.h"
#include "tests/support/written_out.h"

namespace seawind {
namespace {

using nlohmann::json;
using Keys = std::set<std::string>;
using test::source_root;

std::string join(const std::string& path, const std::string& key) {
  return path.empty() ? key : path + "." + key;
}

// The three sets are found in three ways: by descriptors, by the schema's properties, by the page's
// tables. A type inside itself counts with its keys and is not followed further.
using Inside = std::vector<std::string>;
bool inside_itself(const Inside& inside, const std::string& type) {
  return std::find(inside.begin(), inside.end(), type) != inside.end();
}

void described(const google::protobuf::Descriptor& type, const std::string& path, Keys& keys,
               Inside inside = {}) {
  const bool again = inside_itself(inside, type.name());
  inside.push_back(type.name());
  for (int i = 0; i < type.field_count(); ++i) {
    const auto& field = *type.field(i);
    if (config::is_internal(field)) continue;
    const std::string here = join(path, field.name());
    keys.insert(here);
    if (config::is_section(field)) {
      if (again) continue;
      described(*field.message_type(), here + (field.is_repeated() ? "[]" : ""), keys, inside);
    } else if (config::is_overrides(field)) {
      for (int k = 0; k < type.field_count(); ++k) {
        if (config::rules_of(*type.field(k)).per_state())
          keys.insert(here + ".*." + type.field(k)->name());
      }
    }
  }
}

bool is_distribution(const json& schema) {
  static const Keys kinds = [] {
    Keys names;
    const auto& type = *Distribution::descriptor();
    for (int i = 0; i < type.field_count(); ++i) names.insert(type.field(i)->name());
    return names;
  }();
  return schema.contains("properties") && schema["properties"].size() == 1 &&
         kinds.count(schema["properties"].items().begin().key()) > 0;
}

void published(const json& schema, const std::string& path, Keys& keys, const json& document,
               Inside inside = {}, bool again = false) {
  if (schema.contains("$ref")) {
    if (again) return;
    std::string name = schema["$ref"].get<std::string>();
    name = name.substr(name.rfind('/') + 1);
    std::string type = name.ends_with("Partial") ? name.substr(0, name.size() - 7) : name;
    again = inside_itself(inside, type);
    inside.push_back(type);
    return published(document["definitions"][name], path, keys, document, inside, again);
  }
  if (schema.contains("anyOf")) {
    for (const json& choice : schema["anyOf"]) {
      if (!is_distribution(choice)) published(choice, path, keys, document, inside, again);
    }
  }
  if (schema.contains("items")) {
    published(schema["items"], path + "[]", keys, document, inside, again);
  }
  if (schema.contains("additionalProperties") && schema["additionalProperties"].is_object()) {
    published(schema["additionalProperties"], path + ".*", keys, document, inside, again);
  }
  if (!schema.contains("properties")) return;
  for (const auto& [key, value] : schema["properties"].items()) {
    keys.insert(join(path, key));
    if (!again) published(value, join(path, key), keys, document, inside);
  }
}

std::string page_text(const std::string& name) {
  return test::read_file(source_root() / "docs/reference" / name);
}

Keys tabled(const std::string& page) {
  Keys keys;
  std::vector<std::string> paths;
  std::vector<std::string> overrides;
  std::vector<std::string> per_state;
  const auto add_overrides = [&] {
    for (const std::string& map : overrides) {
      for (const std::string& key : per_state) keys.insert(map + ".*." + key);
    }
    overrides.clear();
    per_state.clear();
  };
  std::istringstream in(page.substr(page.find(kKeysBegin)));
  for (std::string line; std::getline(in, line);) {
    static const std::regex row("\\| `([a-z0-9_]+)` \\|([^|]*)\\|[^|]*\\|[^|]*\\|([^|]*)\\|.*");
    static const std::regex code("`([^`]+)`");
    static const std::regex elsewhere("The keys of `([a-z_]+)` in \\[([a-z]+\\.md)\\].*");
    std::smatch match;
    if (line.starts_with("### ")) {
      add_overrides();
      paths.clear();
      for (auto it = std::sregex_iterator(line.begin(), line.end(), code);
           it != std::sregex_iterator(); ++it) {
        paths.push_back((*it)[1]);
      }
      if (paths.empty()) paths.emplace_back();
    } else if (std::regex_match(line, match, elsewhere)) {
      const std::string key = match[1];
      for (const std::string& other : tabled(page_text(match[2]))) {
        if (!other.starts_with(key + ".")) continue;
        for (const std::string& path : paths) keys.insert(path + other.substr(key.size()));
      }
    } else if (std::regex_match(line, match, row)) {
      for (const std::string& path : paths) {
        keys.insert(join(path, match[1]));
        if (match[2] == " map: state -> keys ") overrides.push_back(join(path, match[1]));
      }
      if (match[3] == " yes ") per_state.push_back(match[1]);
    }
  }
  add_overrides();
  return keys;
}

class Generated : public testing::TestWithParam<DocumentKind> {
 protected:
  std::string page() const { return page_text(GetParam().page); }
  std::string schema() const {
    return test::read_file(source_root() / "configs/schema" / GetParam().schema);
  }
};

TEST_P(Generated, CommittedFilesAreUpToDate) {
  constexpr const char* kHow = "run build/release/bin/seawind-schema . and commit";
  EXPECT_TRUE(schema() == json_schema(GetParam())) << kHow;
  EXPECT_TRUE(page() == with_key_tables(page(), key_tables(GetParam()))) << kHow;
}

TEST_P(Generated, NoPartOfTheSchemaIsThereTwice) {
  const json document = json::parse(schema());
  std::map<std::string, int> uses;
  const std::function<void(const json&)> count = [&](const json& part) {
    const std::string text = part.dump(2);
    const bool is_schema = part.is_object() && (part.contains("type") || part.contains("anyOf"));
    if (is_schema && std::count(text.begin(), text.end(), '\n') + 1 >= 8)
      EXPECT_EQ(++uses[text], 1) << text;
    if (part.is_structured())
      for (const json& inner : part) count(inner);
  };
  count(document);
}

TEST_P(Generated, SchemaPageAndDescriptorsAgreeOnTheKeys) {
  Keys keys;
  described(*GetParam().type, "", keys);
  Keys in_schema;
  const json document = test::written_out(schema());
  published(document, "", in_schema, document);
  EXPECT_THAT(in_schema, testing::ContainerEq(keys));
  EXPECT_THAT(tabled(page()), testing::ContainerEq(keys));
}

/// Whether `word` begins a word somewhere in `text`.
bool has_word(const std::string& text, const std::string& word) {
  for (auto at = text.find(word); at != std::string::npos; at = text.find(word, at + 1))
    if (at == 0 ||
        (std::isalnum(static_cast<unsigned char>(text[at - 1])) == 0 && text[at - 1] != '_'))
      return true;
  return false;
}

// Every key has a meaning, trustworthy bounds and default, and is shown at least once.
void check_rules(const google::protobuf::Descriptor& type, const std::string& shown,
                 Inside inside = {}) {
  if (inside_itself(inside, type.name())) return;
  inside.push_back(type.name());
  for (int i = 0; i < type.field_count(); ++i) {
    const auto& field = *type.field(i);
    if (config::is_internal(field)) continue;
    const Param& rules = config::rules_of(field);
    EXPECT_NE(rules.doc(), "") << field.full_name();
    for (const std::string& bound : {rules.min(), rules.max()}) {
      if (!bound.empty()) {
        EXPECT_TRUE(parse_quantity(bound, rules.unit()).value) << field.full_name() << " " << bound;
      }
    }
    if (rules.default_value() == "off") {
      EXPECT_TRUE(rules.off()) << field.full_name();
    }
    const auto message = std::unique_ptr<google::protobuf::Message>(
        google::protobuf::MessageFactory::generated_factory()->GetPrototype(&type)->New());
    EXPECT_NO_THROW(config::set_default(*message, field)) << field.full_name();
    const bool example = !rules.example().empty() || has_word(shown, field.name() + ":");
    EXPECT_TRUE(example) << field.full_name() << " is shown nowhere";
    if (config::is_section(field)) check_rules(*field.message_type(), shown, inside);
  }
}

TEST_P(Generated, EveryKeyHasAMeaningAndAnExample) {
  std::string shown;
  for (const auto& [name, text] : test::examples(page())) shown += text;
  for (const auto& file : test::shipped(GetParam())) shown += test::read_file(file);
  check_rules(*GetParam().type, shown);
}

INSTANTIATE_TEST_SUITE_P(Configs, Generated, testing::ValuesIn(document_kinds()),
                         [](const auto& one) { return one.param.folder; });

}  // namespace
}  // namespace seawind
