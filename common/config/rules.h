// SPDX-License-Identifier: GPL-3.0-or-later
// What the Param options say about a field, in the forms that the reader, the range check, the JSON
// Schema and the reference pages need.
#pragma once

#include <google/protobuf/descriptor.h>
#include <google/protobuf/message.h>

#include <optional>
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
/// A message that is written as a map of its own keys (neither of the two above, nor a map field).
bool is_section(const FieldDescriptor& field);
/// `states` of a direction: a map whose values are overrides of the message it stands in.
bool is_overrides(const FieldDescriptor& field);

/// Filled in by the reader from a file, not written in YAML.
bool is_internal(const FieldDescriptor& field);
/// The field a key stands for, or null.
const FieldDescriptor* key_field(const Descriptor& type, const std::string& key);
/// The words of a Param's list: "a b" -> {a, b}.
std::vector<std::string> words(const std::string& text);

/// How the enum value is written in YAML.
std::string label_of(const EnumValueDescriptor& value);
std::vector<std::string> labels_of(const EnumDescriptor& type);

/// "1bit/s to 100Gbit/s", "at least 1", or empty; for a Limit in `unit`.
std::string range_text(const Param& rules, Unit unit);
/// "0bit/s is below 1bit/s", or empty. `shown` is the value as the user wrote it. A Limit's bounds
/// are plain numbers, meant in the unit of the value.
std::string range_problem(double value, std::string_view shown, const Param& rules, Unit unit);

/// Sets `field` to its default if it has one other than "off"; for a section, fills in a new one if
/// all it needs are defaults.
void set_default(Message& message, const FieldDescriptor& field);
/// Whether set_default would do anything.
bool has_default(const FieldDescriptor& field);

/// Sets a number field (int64, uint64, double) from a value in its base unit.
void set_number(Message& message, const FieldDescriptor& field, double value);

}  // namespace seawind::config
