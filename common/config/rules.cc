// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/config/rules.h"

#include <fmt/format.h>

#include <sstream>
#include <stdexcept>

#include "common/units.h"

namespace seawind::config {
namespace {

// A test checks all options of the .proto files; an invalid option is a programming error.
double trusted(const std::string& text, Unit unit) {
  const Quantity number = parse_quantity(text, unit);
  if (!number.value) throw std::logic_error(fmt::format("Param `{}`: {}", text, number.problem));
  return *number.value;
}

bool same_type(const FieldDescriptor& field, const Descriptor* type) {
  return field.cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE && field.message_type() == type;
}

// The bound in the unit of the value: a Limit's "1" becomes "1B" or "1pkt".
std::string shown_bound(const std::string& bound, const Param& rules, Unit unit) {
  if (rules.unit() == unit) return bound;
  return format_quantity(trusted(bound, rules.unit()), unit);
}

}  // namespace

const Param& rules_of(const FieldDescriptor& field) {
  return field.options().GetExtension(seawind::param);
}

bool is_limit(const FieldDescriptor& field) {
  return same_type(field, Limit::descriptor());
}

bool is_distribution(const FieldDescriptor& field) {
  return same_type(field, Distribution::descriptor());
}

bool is_section(const FieldDescriptor& field) {
  return field.cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE && !field.is_map() &&
         !is_limit(field) && !is_distribution(field);
}

bool is_internal(const FieldDescriptor& field) {
  return rules_of(field).internal();
}

const FieldDescriptor* key_field(const Descriptor& type, const std::string& key) {
  const FieldDescriptor* field = type.FindFieldByName(key);
  return field == nullptr || is_internal(*field) ? nullptr : field;
}

std::vector<std::string> words(const std::string& text) {
  std::vector<std::string> all;
  std::istringstream in(text);
  for (std::string word; in >> word;) all.push_back(word);
  return all;
}

bool is_overrides(const FieldDescriptor& field) {
  return field.is_map() && same_type(*field.message_type()->map_value(), field.containing_type());
}

std::string label_of(const EnumValueDescriptor& value) {
  const std::string& name = value.options().GetExtension(seawind::label).name();
  return name.empty() ? value.name() : name;
}

std::vector<std::string> labels_of(const EnumDescriptor& type) {
  std::vector<std::string> labels;
  for (int i = 0; i < type.value_count(); ++i) labels.push_back(label_of(*type.value(i)));
  return labels;
}

const EnumValueDescriptor* labelled(const EnumDescriptor& type, std::string_view label) {
  for (int i = 0; i < type.value_count(); ++i)
    if (label_of(*type.value(i)) == label) return type.value(i);
  return nullptr;
}

std::string range_text(const Param& rules, Unit unit) {
  const std::string min = rules.min().empty() ? "" : shown_bound(rules.min(), rules, unit);
  const std::string max = rules.max().empty() ? "" : shown_bound(rules.max(), rules, unit);
  if (!min.empty() && !max.empty()) return fmt::format("{} to {}", min, max);
  if (!min.empty()) return fmt::format("at least {}", min);
  if (!max.empty()) return fmt::format("at most {}", max);
  return {};
}

std::string range_problem(double value, std::string_view shown, const Param& rules, Unit unit) {
  // This form rejects not-a-number, which only the control API can send.
  if (!rules.min().empty() && !(value >= trusted(rules.min(), rules.unit()))) {
    return fmt::format("{} is below {}", shown, shown_bound(rules.min(), rules, unit));
  }
  if (!rules.max().empty() && !(value <= trusted(rules.max(), rules.unit()))) {
    return fmt::format("{} is above {}", shown, shown_bound(rules.max(), rules, unit));
  }
  return {};
}

void set_number(Message& message, const FieldDescriptor& field, double value) {
  const auto* reflection = message.GetReflection();
  switch (field.cpp_type()) {
    case FieldDescriptor::CPPTYPE_INT64:
      return reflection->SetInt64(&message, &field, static_cast<std::int64_t>(value));
    case FieldDescriptor::CPPTYPE_UINT64:
      return reflection->SetUInt64(&message, &field, static_cast<std::uint64_t>(value));
    case FieldDescriptor::CPPTYPE_DOUBLE:
      return reflection->SetDouble(&message, &field, value);
    default:
      throw std::logic_error("no number: " + field.full_name());
  }
}

bool has_default(const FieldDescriptor& field) {
  const Param& rules = rules_of(field);
  if (field.is_repeated() || field.real_containing_oneof() != nullptr) return false;
  if (!rules.default_value().empty()) return rules.default_value() != "off";
  if (!is_section(field) || rules.required()) return false;
  bool any = false;
  const Descriptor& type = *field.message_type();
  for (int i = 0; i < type.field_count(); ++i) {
    if (rules_of(*type.field(i)).required()) return false;
    any = any || has_default(*type.field(i));
  }
  return any;
}

void set_default(Message& message, const FieldDescriptor& field) {
  if (!has_default(field)) return;
  const auto* reflection = message.GetReflection();
  const Param& rules = rules_of(field);
  const std::string& text = rules.default_value();
  if (is_distribution(field)) {
    auto& value = dynamic_cast<Distribution&>(*reflection->MutableMessage(&message, &field));
    value.set_fixed(trusted(text, rules.unit()));
    return;
  }
  switch (field.cpp_type()) {
    case FieldDescriptor::CPPTYPE_MESSAGE: {
      Message& section = *reflection->MutableMessage(&message, &field);
      for (int i = 0; i < field.message_type()->field_count(); ++i) {
        set_default(section, *field.message_type()->field(i));
      }
      return;
    }
    case FieldDescriptor::CPPTYPE_STRING:
      return reflection->SetString(&message, &field, text);
    case FieldDescriptor::CPPTYPE_BOOL:
      return reflection->SetBool(&message, &field, text == "true");
    case FieldDescriptor::CPPTYPE_ENUM:
      if (const EnumValueDescriptor* value = labelled(*field.enum_type(), text))
        return reflection->SetEnum(&message, &field, value);
      throw std::logic_error("no such default: " + field.full_name());
    default:
      return set_number(message, field, trusted(text, rules.unit()));
  }
}

}  // namespace seawind::config
