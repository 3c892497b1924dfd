// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "common/config/distributions.h"
#include "common/config/names.h"
#include "common/config/rules.h"
#include "common/units.h"
#include "controller/testset/schema/documents.h"
#include "controller/testset/schema/shared_parts.h"

namespace seawind {
namespace {

using namespace config;  // the vocabulary of rules.h
using Json = nlohmann::ordered_json;

// kPartial: a file that extends another one may omit what that file provides, so only the reader
// can check required keys. Elements of lists are replaced as a whole, so they are always kWhole.
// kPieces: any subset may be given, whatever is required elsewhere.
enum class Form { kWhole, kPartial, kPieces, kOverrides };

constexpr const char* kNumber = "[+-]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][+-]?[0-9]+)?";

// A type that contains itself (a discipline made of disciplines) is written once, under
// `definitions`, and referenced. This list is filled while a document is written.
std::vector<std::pair<const Descriptor*, Form>> definitions;

bool reaches(const Descriptor& from, const Descriptor& type, std::vector<const Descriptor*>& seen) {
  if (std::find(seen.begin(), seen.end(), &from) != seen.end()) return false;
  seen.push_back(&from);
  for (int i = 0; i < from.field_count(); ++i) {
    const FieldDescriptor& field = *from.field(i);
    if (!is_section(field)) continue;
    if (field.message_type() == &type || reaches(*field.message_type(), type, seen)) return true;
  }
  return false;
}

Json section(const Descriptor& type, Form form);

Json with_unit(Unit unit) {
  return {{"type", "string"},
          {"pattern", fmt::format("^{}({})$", kNumber, fmt::join(unit_names(unit), "|"))}};
}

void add_bounds(Json& schema, const Param& rules) {
  if (!rules.min().empty()) schema["minimum"] = *parse_quantity(rules.min(), rules.unit()).value;
  if (!rules.max().empty()) schema["maximum"] = *parse_quantity(rules.max(), rules.unit()).value;
}

std::string unit_name(Unit unit) {
  std::string name = Unit_Name(unit);
  std::transform(name.begin(), name.end(), name.begin(), [](char c) { return std::tolower(c); });
  return name;
}

// The notation of values per unit, for `unit` in the hints below.
Json all_units() {
  std::vector<std::string> limits = unit_names(BYTES);
  limits.emplace_back("pkt");
  Json units{{"limit", limits}, {"probability", {"%", ""}}};
  for (const Unit unit : {DURATION, BIT_RATE, BYTES, PACKETS})
    units[unit_name(unit)] = unit_names(unit);
  return units;
}

void add_numbers_hints(Json& hints, const Param& rules, bool whole) {
  hints["shape"] = rules.unit() == NONE && whole ? "whole" : "quantity";
  if (rules.unit() != NONE) hints["unit"] = unit_name(rules.unit());
  if (const std::string range = range_text(rules, rules.unit()); !range.empty())
    hints["range"] = range;
}

// `x-seawind` has properties that a form needs and JSON Schema cannot express: the kind of the
// value, the unit of its notation, range, default, source, keys that exclude each other (choice),
// and the element of a packet's path that shows the value.
Json hints_of(const FieldDescriptor& field) {
  const Param& rules = rules_of(field);
  Json hints = Json::object();
  const bool sections = is_section(field);
  if (field.is_map()) {
    hints["shape"] = "map";
  } else if (sections) {
    hints["shape"] = field.is_repeated() ? "list" : "section";
  } else if (is_limit(field)) {
    hints["shape"] = "limit";
    hints["unit"] = "limit";
  } else if (field.cpp_type() == FieldDescriptor::CPPTYPE_STRING) {
    hints["shape"] = rules.reference().empty() ? "text" : "reference";
    if (!rules.reference().empty()) hints["references"] = rules.reference();
    if (!rules.reads().empty()) hints["reads"] = rules.reads();
    if (rules.name() != ANY_TEXT) hints["rule"] = name_rule(rules.name());
  } else if (field.cpp_type() == FieldDescriptor::CPPTYPE_BOOL) {
    hints["shape"] = "switch";
  } else if (field.cpp_type() == FieldDescriptor::CPPTYPE_ENUM) {
    hints["shape"] = "choice";
    const EnumDescriptor& type = *field.enum_type();
    for (int i = 0; i < type.value_count(); ++i) {
      const EnumValueDescriptor& value = *type.value(i);
      hints["labels"][label_of(value)] = value.options().GetExtension(seawind::label).doc();
    }
  } else {
    const bool fraction = field.cpp_type() == FieldDescriptor::CPPTYPE_DOUBLE;
    add_numbers_hints(hints, rules, !fraction && !is_distribution(field));
    if (is_distribution(field)) hints["shape"] = "drawn";
  }
  if (field.is_repeated() && !field.is_map() && !sections) hints["many"] = true;
  if (!rules.default_value().empty()) hints["default"] = rules.default_value();
  if (rules.off()) hints["off"] = true;
  if (rules.required()) hints["required"] = true;
  if (!rules.unless().empty()) hints["unless"] = words(rules.unless());
  if (rules.per_state()) hints["per_state"] = true;
  if (!rules.source().empty()) hints["source"] = rules.source();
  if (!rules.element().empty()) hints["element"] = rules.element();
  if (!rules.word().empty()) hints["word"] = rules.word();
  if (const auto* oneof = field.real_containing_oneof()) hints["choice"] = oneof->name();
  return hints;
}

Json number(const Param& rules, bool whole) {
  if (rules.unit() == PROBABILITY) {
    Json fraction{{"type", "number"}};
    add_bounds(fraction, rules);
    const Json percent{{"type", "string"}, {"pattern", fmt::format("^{}%$", kNumber)}};
    return {{"anyOf", {fraction, percent}}};
  }
  if (rules.unit() != NONE) return with_unit(rules.unit());
  Json plain{{"type", whole ? "integer" : "number"}};
  add_bounds(plain, rules);
  return plain;
}

Json object(Json properties, Json required) {
  Json schema{{"type", "object"}, {"additionalProperties", false}};
  schema["properties"] = std::move(properties);
  if (!required.empty()) schema["required"] = std::move(required);
  return schema;
}

Json distribution_kind(const Descriptor& type, const Param& outer);

Json kind_value(const FieldDescriptor& field, const Param& outer) {
  Json value;
  if (field.cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE) {
    value = distribution_kind(*field.message_type(), outer);
  } else if (field.cpp_type() == FieldDescriptor::CPPTYPE_ENUM) {
    value = {{"enum", labels_of(*field.enum_type())}, {"x-seawind", hints_of(field)}};
  } else if (field.cpp_type() == FieldDescriptor::CPPTYPE_STRING) {
    value = {{"type", "string"}, {"x-seawind", hints_of(field)}};
  } else {
    value = number(number_rules(field, outer), false);
    Json hints = Json::object();
    add_numbers_hints(hints, number_rules(field, outer), false);
    value["x-seawind"] = std::move(hints);
  }
  return field.is_repeated() ? Json{{"type", "array"}, {"items", value}} : value;
}

// A distribution is a map of its numbers. If one of them is a list, the list alone is accepted too.
Json distribution_kind(const Descriptor& type, const Param& outer) {
  Json properties = Json::object();
  Json required = Json::array();
  Json list;
  for (int k = 0; k < type.field_count(); ++k) {
    const FieldDescriptor& field = *type.field(k);
    if (is_internal(field)) continue;
    properties[field.name()] = kind_value(field, outer);
    if (field.is_repeated()) list = properties[field.name()];
    if (distribution_needs(field)) required.push_back(field.name());
  }
  Json map = object(std::move(properties), std::move(required));
  return list.is_null() ? map : Json{{"anyOf", Json::array({list, map})}};
}

Json distribution(const Param& rules) {
  const Json value = number(rules, false);
  Json fixed = value;
  fixed["x-seawind"] = Json::object();
  add_numbers_hints(fixed["x-seawind"], rules, false);
  Json any = Json::array({value});
  const Descriptor& type = *Distribution::descriptor();
  for (int i = 0; i < type.field_count(); ++i) {
    const FieldDescriptor& one = *type.field(i);
    const bool is_message = one.cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE;
    any.push_back(
        object({{one.name(), is_message ? distribution_kind(*one.message_type(), rules) : fixed}},
               {one.name()}));
  }
  return {{"anyOf", any}};
}

Json text(const Param& rules = Param::default_instance()) {
  Json schema{{"type", {"string", "number", "boolean"}}};
  if (rules.name() == ANY_TEXT) return schema;
  schema["pattern"] = name_pattern(rules.name());
  schema["maxLength"] = kLongestName;
  return schema;
}

Json scalar(const FieldDescriptor& field) {
  const Param& rules = rules_of(field);
  switch (field.cpp_type()) {
    case FieldDescriptor::CPPTYPE_STRING:
      return text(rules);
    case FieldDescriptor::CPPTYPE_BOOL:
      return {{"type", "boolean"}};
    case FieldDescriptor::CPPTYPE_ENUM:
      return {{"enum", labels_of(*field.enum_type())}};
    case FieldDescriptor::CPPTYPE_UINT64:
      return {{"type", "integer"}, {"minimum", 0}};
    default:
      return number(rules, field.cpp_type() != FieldDescriptor::CPPTYPE_DOUBLE);
  }
}

Json map_of(const FieldDescriptor& field) {
  const FieldDescriptor& value = *field.message_type()->map_value();
  const bool sections = value.cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE;
  if (value.cpp_type() == FieldDescriptor::CPPTYPE_DOUBLE) {
    Json share = number(rules_of(field), false);
    Json hints = Json::object();
    add_numbers_hints(hints, rules_of(field), false);
    share["x-seawind"] = std::move(hints);
    return {{"type", "object"}, {"additionalProperties", std::move(share)}};
  }
  return {{"type", "object"},
          {"additionalProperties",
           sections ? section(*value.message_type(), Form::kOverrides) : text()}};
}

Json list_of(const FieldDescriptor& field) {
  Json list{{"type", "array"}};
  if (rules_of(field).required()) list["minItems"] = 1;
  if (field.cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE) {
    list["items"] = section(*field.message_type(), Form::kWhole);
    return list;
  }
  const bool texts = field.cpp_type() == FieldDescriptor::CPPTYPE_STRING;
  const Json item = texts ? text() : number(rules_of(field), true);
  list["items"] = item;
  return {{"anyOf", {item, list}}};
}

Json value_of(const FieldDescriptor& field, Form form) {
  if (field.is_map()) return map_of(field);
  if (field.is_repeated()) return list_of(field);
  if (is_distribution(field)) return distribution(rules_of(field));
  if (is_section(field)) {
    return section(*field.message_type(), rules_of(field).partial() ? Form::kPieces : form);
  }
  if (!is_limit(field)) return scalar(field);
  std::vector<std::string> names = unit_names(BYTES);
  names.emplace_back("pkt");
  return {{"type", "string"}, {"pattern", fmt::format("^{}({})$", kNumber, fmt::join(names, "|"))}};
}

Json property(const FieldDescriptor& field, Form form) {
  const Param& rules = rules_of(field);
  Json value = value_of(field, form);
  // A single state cannot switch off a parameter of the direction; the reader reports that.
  if (rules.off() && form != Form::kOverrides) value = {{"anyOf", {{{"const", "off"}}, value}}};
  std::string description = rules.doc();
  const std::string range = is_limit(field) ? std::string{} : range_text(rules, rules.unit());
  if (!range.empty()) description += fmt::format(" [{}]", range);
  if (!rules.default_value().empty()) {
    description += fmt::format(" (default: {})", rules.default_value());
  }
  Json schema{{"description", description}};
  schema.update(value);
  if (!rules.example().empty()) schema["examples"] = Json::array({rules.example()});
  schema["x-seawind"] = hints_of(field);
  if (form == Form::kOverrides) schema["x-seawind"].erase("off");
  if (form == Form::kOverrides || form == Form::kPieces) {
    for (const char* key : {"required", "unless"}) schema["x-seawind"].erase(key);
  }
  return schema;
}

Json definition(const Descriptor& type, Form form);

std::string definition_name(const Descriptor& type, Form form) {
  return type.name() + (form == Form::kPartial || form == Form::kPieces ? "Partial" : "");
}

Json section(const Descriptor& type, Form form) {
  std::vector<const Descriptor*> seen;
  if (form != Form::kOverrides && reaches(type, type, seen)) {
    const std::pair needed(&type, form);
    if (std::find(definitions.begin(), definitions.end(), needed) == definitions.end()) {
      definitions.push_back(needed);
    }
    return {{"$ref", "#/definitions/" + definition_name(type, form)}};
  }
  return definition(type, form);
}

Json definition(const Descriptor& type, Form form) {
  Json properties = Json::object();
  Json required = Json::array();
  for (int i = 0; i < type.field_count(); ++i) {
    const FieldDescriptor& field = *type.field(i);
    if (is_internal(field)) continue;
    if (form == Form::kOverrides && !rules_of(field).per_state()) continue;
    properties[field.name()] = property(field, form);
    if (form != Form::kWhole || !rules_of(field).required()) continue;
    if (rules_of(field).unless().empty()) required.push_back(field.name());
  }
  Json schema = object(std::move(properties), std::move(required));
  // A file that extends another one may leave the choice to that file, but must not choose two
  // keys.
  if ((form == Form::kPartial || form == Form::kPieces) && type.real_oneof_decl_count() == 1 &&
      type.oneof_decl(0)->field_count() == type.field_count()) {
    schema["maxProperties"] = 1;
  }
  for (int i = 0; form == Form::kWhole && i < type.real_oneof_decl_count(); ++i) {
    Json members = Json::array();
    for (int k = 0; k < type.oneof_decl(i)->field_count(); ++k) {
      members.push_back({{"required", Json::array({type.oneof_decl(i)->field(k)->name()})}});
    }
    schema["oneOf"] = std::move(members);
  }
  return schema;
}

}  // namespace

std::string json_schema(const DocumentKind& kind) {
  const bool extends = kind.type->FindFieldByName("extends") != nullptr;
  Json schema{{"$schema", "http://json-schema.org/draft-07/schema#"}, {"title", kind.title}};
  schema["x-seawind"] = {{"units", all_units()}};
  definitions.clear();
  schema.update(section(*kind.type, extends ? Form::kPartial : Form::kWhole));
  for (std::size_t i = 0; i < definitions.size(); ++i) {
    const auto [type, form] = definitions[i];
    schema["definitions"][definition_name(*type, form)] = definition(*type, form);
  }
  if (extends) {
    Json required = Json::array();
    for (int i = 0; i < kind.type->field_count(); ++i) {
      if (rules_of(*kind.type->field(i)).required())
        required.push_back(kind.type->field(i)->name());
    }
    const Json child{{"required", Json::array({"extends"})}};
    if (!required.empty()) schema["anyOf"] = Json::array({child, Json{{"required", required}}});
  }
  share_parts(schema);
  return schema.dump(2) + "\n";
}

}  // namespace seawind
