// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "common/config/names.h"
#include "common/config/rules.h"
#include "common/units.h"
#include "controller/testset/schema/documents.h"

namespace seawind {
namespace {

using namespace config;  // the vocabulary of rules.h

// A message type and all its paths in the document.
struct Table {
  const Descriptor* type;
  std::vector<std::string> paths;
  std::string page{};  // the page that has the keys under `key`; empty: this one
  std::string key{};
};

// The table of another document with the keys of a partial section; empty: there is none.
Table table_elsewhere(const FieldDescriptor& section) {
  if (!rules_of(section).partial()) return {};
  for (const DocumentKind& kind : document_kinds()) {
    for (int i = 0; i < kind.type->field_count(); ++i) {
      const FieldDescriptor& field = *kind.type->field(i);
      if (is_section(field) && field.message_type() == section.message_type())
        return {section.message_type(), {}, kind.page, field.name()};
    }
  }
  return {};
}

// A type that contains itself (a discipline made of disciplines) gets one more path and is not
// entered again.
void collect(const Descriptor& type, const std::string& path, std::vector<Table>& tables,
             std::vector<const Descriptor*>& inside, Table elsewhere = {}) {
  const auto known =
      std::find_if(tables.begin(), tables.end(), [&](const Table& t) { return t.type == &type; });
  if (known != tables.end()) {
    known->paths.push_back(path);
  } else {
    elsewhere.type = &type;
    elsewhere.paths = {path};
    tables.push_back(elsewhere);
  }
  if (!elsewhere.page.empty()) return;
  if (std::find(inside.begin(), inside.end(), &type) != inside.end()) return;
  inside.push_back(&type);
  for (int i = 0; i < type.field_count(); ++i) {
    const FieldDescriptor& field = *type.field(i);
    if (!is_section(field) || is_internal(field)) continue;
    const std::string prefix = path.empty() ? "" : path + ".";
    collect(*field.message_type(), prefix + field.name() + (field.is_repeated() ? "[]" : ""),
            tables, inside, table_elsewhere(field));
  }
  inside.pop_back();
}

std::string code(const std::string& text) {
  return text.empty() ? "" : "`" + text + "`";
}

// Escapes '|', which would end the cell.
std::string cell(std::string text) {
  for (std::size_t at = 0; (at = text.find('|', at)) != std::string::npos; at += 2) {
    text.insert(at, "\\");
  }
  return text;
}

std::string kind_of(const FieldDescriptor& field) {
  if (is_overrides(field)) return "map: state -> keys";
  if (field.is_map()) {
    return field.message_type()->map_value()->cpp_type() == FieldDescriptor::CPPTYPE_DOUBLE
               ? "map: name -> 0..1 or %"
               : "map of texts";
  }
  if (is_section(field)) return field.is_repeated() ? "list of maps" : "map";
  if (is_limit(field)) return "B or pkt";
  std::string kind;
  const Unit unit = rules_of(field).unit();
  if (unit == PROBABILITY) {
    kind = "0..1 or %";
  } else if (unit != NONE) {
    kind = fmt::format("{}", fmt::join(unit_names(unit), ", "));
  } else if (field.cpp_type() == FieldDescriptor::CPPTYPE_ENUM) {
    kind = "label";
  } else if (field.cpp_type() == FieldDescriptor::CPPTYPE_BOOL) {
    kind = "true, false";
  } else if (field.cpp_type() == FieldDescriptor::CPPTYPE_STRING) {
    kind = field.is_repeated() ? "text or list of texts" : "text";
  } else {
    kind = field.is_repeated() ? "number or list of numbers" : "number";
  }
  return is_distribution(field) ? kind + "; distribution" : kind;
}

std::string range_of(const FieldDescriptor& field) {
  if (field.cpp_type() == FieldDescriptor::CPPTYPE_ENUM) {
    std::vector<std::string> labels;
    for (const std::string& label : labels_of(*field.enum_type())) labels.push_back(code(label));
    return fmt::format("{}", fmt::join(labels, ", "));
  }
  if (const NameKind kind = rules_of(field).name(); kind != ANY_TEXT) {
    return std::string(name_rule(kind));
  }
  return range_text(rules_of(field), rules_of(field).unit());
}

std::string default_of(const FieldDescriptor& field) {
  const Param& rules = rules_of(field);
  const bool alone = field.real_containing_oneof() != nullptr;
  if (rules.required() && !rules.unless().empty()) {
    std::vector<std::string> others;
    for (const std::string& other : words(rules.unless())) others.push_back(code(other));
    return fmt::format("**required** unless {}", fmt::join(others, " or "));
  }
  if (rules.required() || (alone && field.real_containing_oneof()->field_count() == 1)) {
    return "**required**";
  }
  return alone ? "**one of these**" : code(rules.default_value());
}

std::string meaning_of(const FieldDescriptor& field) {
  std::string text = rules_of(field).doc();
  if (field.cpp_type() != FieldDescriptor::CPPTYPE_ENUM) return text;
  for (int i = 0; i < field.enum_type()->value_count(); ++i) {
    const EnumValueDescriptor& value = *field.enum_type()->value(i);
    text += fmt::format("<br>{}: {}", code(label_of(value)),
                        value.options().GetExtension(seawind::label).doc());
  }
  return text;
}

std::string table_text(const Table& table, const std::string& heading) {
  if (!table.page.empty())
    return fmt::format(
        "### {}\n\nThe keys of `{}` in [{}]({}#keys). None is required; a key that is left out "
        "keeps its value.\n",
        heading, table.key, table.page, table.page);
  bool states = false;
  for (int i = 0; i < table.type->field_count(); ++i) {
    states = states || rules_of(*table.type->field(i)).per_state();
  }
  std::string text = fmt::format("### {}\n\n", heading);
  text += fmt::format("| key | unit | range | default |{} meaning | source | example |\n",
                      states ? " per state |" : "");
  text += fmt::format("|---|---|---|---|{}---|---|---|\n", states ? "---|" : "");
  for (int i = 0; i < table.type->field_count(); ++i) {
    const FieldDescriptor& field = *table.type->field(i);
    if (is_internal(field)) continue;
    const Param& rules = rules_of(field);
    const std::string per_state = states ? (rules.per_state() ? " yes |" : " |") : "";
    text += fmt::format("| `{}` | {} | {} | {} |{} {} | {} | {} |\n", field.name(), kind_of(field),
                        range_of(field), default_of(field), per_state, cell(meaning_of(field)),
                        cell(rules.source()), code(cell(rules.example())));
  }
  return text;
}

}  // namespace

std::string key_tables(const DocumentKind& kind) {
  std::vector<Table> tables;
  std::vector<const Descriptor*> inside;
  collect(*kind.type, "", tables, inside);
  std::vector<std::string> texts;
  for (const Table& table : tables) {
    std::vector<std::string> paths;
    for (const std::string& path : table.paths) paths.push_back(code(path));
    if (table.type->field_count() == 0) continue;
    const bool root = table.paths[0].empty();
    texts.push_back(
        table_text(table, root ? "The file" : fmt::format("{}", fmt::join(paths, ", "))));
  }
  return fmt::format("{}", fmt::join(texts, "\n"));
}

}  // namespace seawind
