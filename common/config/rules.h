// SPDX-License-Identifier: GPL-3.0-or-later
// Accessors for the Param options of a field, shared by the reader, the range check, the JSON
// Schema and the reference pages.
#pragma once

#include <google/protobuf/descriptor.h>
#include <google/protobuf/message.h>

#include <string>
#include <string_view>
#include <vector>

#include "common/params.pb.h"

namespace seawind::config {

using google::protobuf::Descriptor;
using google::protobuf::EnumDescriptor;
using google::protobuf::EnumValueDescriptor;
using google::protobuf::FieldDescriptor;
using google::protobuf::Message;

const Param& rules_of(const FieldDescriptor& field);

bool is_limit(const FieldDescriptor& field);         // Limit: bytes or packets
bool is_distribution(const FieldDescriptor& field);  // Distribution: fixed or drawn
/// A message written in YAML as a map of its fields: not a Limit, a Distribution or a map field.
bool is_section(const FieldDescriptor& field);
/// `states` of a direction: a map whose values override the enclosing message.
bool is_overrides(const FieldDescriptor& field);

/// Whether the reader fills the field from a data file. Such a field has no YAML key.
bool is_internal(const FieldDescriptor& field);
/// The field of a YAML key, or null.
const FieldDescriptor* key_field(const Descriptor& type, const std::string& key);
/// The words of a Param's list: "a b" -> {a, b}.
std::vector<std::string> words(const std::string& text);

/// How the enum value is written in YAML.
std::string label_of(const EnumValueDescriptor& value);
std::vector<std::string> labels_of(const EnumDescriptor& type);
/// The value with this label, or null.
const EnumValueDescriptor* labelled(const EnumDescriptor& type, std::string_view label);

/// "1bit/s to 100Gbit/s", "at least 1", or empty; for a Limit in `unit`.
std::string range_text(const Param& rules, Unit unit);
/// "0bit/s is below 1bit/s", or empty. `shown` is the value as the user wrote it. The bounds of a
/// Limit are plain numbers in the unit of the value.
std::string range_problem(double value, std::string_view shown, const Param& rules, Unit unit);

/// Sets `field` to its default if it has one other than "off". A section is added if defaults
/// satisfy all its required fields.
void set_default(Message& message, const FieldDescriptor& field);
/// Whether set_default() would set the field.
bool has_default(const FieldDescriptor& field);

/// Sets a number field (int64, uint64, double) from a value in its base unit.
void set_number(Message& message, const FieldDescriptor& field, double value);

}  // namespace seawind::config
