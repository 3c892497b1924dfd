// SPDX-License-Identifier: GPL-3.0-or-later
// The range check of messages that did not come from a file.
#include <fmt/format.h>

#include "common/config/rules.h"
#include "common/config_reader.h"
#include "common/units.h"

namespace seawind {
namespace config {
namespace {

class Checker {
 public:
  std::vector<std::string> lines;

  void check(const Message& message, const std::string& path, bool overrides) {
    const Descriptor& type = *message.GetDescriptor();
    const auto* reflection = message.GetReflection();
    for (int i = 0; i < type.field_count(); ++i) {
      const FieldDescriptor& field = *type.field(i);
      const std::string here = path.empty() ? field.name() : path + "." + field.name();
      if (!is_set(message, field)) {
        if (rules_of(field).required() && !overrides) add(here, "is missing");
        continue;
      }
      if (overrides && !rules_of(field).per_state()) {
        add(here, "cannot differ from state to state");
      } else if (field.is_map()) {
        check_map(message, field, here);
      } else if (field.is_repeated()) {
        const bool sections = field.cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE;
        for (int k = 0; sections && k < reflection->FieldSize(message, &field); ++k) {
          check(reflection->GetRepeatedMessage(message, &field, k), fmt::format("{}[{}]", here, k),
                false);
        }
      } else {
        check_value(message, field, here);
      }
    }
    for (int i = 0; i < type.real_oneof_decl_count(); ++i) {
      if (!reflection->HasOneof(message, type.oneof_decl(i))) {
        add(path.empty() ? type.name() : path,
            fmt::format("`{}` is not set", type.oneof_decl(i)->name()));
      }
    }
  }

 private:
  void add(const std::string& path, const std::string& problem) {
    lines.push_back(fmt::format("{}: {}", path, problem));
  }

  static bool is_set(const Message& message, const FieldDescriptor& field) {
    const auto* reflection = message.GetReflection();
    if (field.is_repeated()) return reflection->FieldSize(message, &field) > 0;
    // Without presence the zero value stands for "not given" in texts only; a zero number is
    // checked.
    if (!field.has_presence() && field.cpp_type() != FieldDescriptor::CPPTYPE_STRING) return true;
    return reflection->HasField(message, &field);
  }

  void check_map(const Message& message, const FieldDescriptor& field, const std::string& path) {
    const auto* reflection = message.GetReflection();
    const Descriptor& pair = *field.message_type();
    if (pair.map_value()->cpp_type() != FieldDescriptor::CPPTYPE_MESSAGE) return;
    for (int k = 0; k < reflection->FieldSize(message, &field); ++k) {
      const Message& entry = reflection->GetRepeatedMessage(message, &field, k);
      const auto* inner = entry.GetReflection();
      check(inner->GetMessage(entry, pair.map_value()),
            path + "." + inner->GetString(entry, pair.map_key()), is_overrides(field));
    }
  }

  void check_number(double value, const FieldDescriptor& field, Unit unit,
                    const std::string& path) {
    const std::string problem =
        range_problem(value, format_quantity(value, unit), rules_of(field), unit);
    if (!problem.empty()) add(path, problem);
  }

  void check_value(const Message& message, const FieldDescriptor& field, const std::string& path) {
    const auto* reflection = message.GetReflection();
    const Unit unit = rules_of(field).unit();
    switch (field.cpp_type()) {
      case FieldDescriptor::CPPTYPE_INT64:
        return check_number(static_cast<double>(reflection->GetInt64(message, &field)), field, unit,
                            path);
      case FieldDescriptor::CPPTYPE_UINT64:
        return check_number(static_cast<double>(reflection->GetUInt64(message, &field)), field,
                            unit, path);
      case FieldDescriptor::CPPTYPE_DOUBLE:
        return check_number(reflection->GetDouble(message, &field), field, unit, path);
      case FieldDescriptor::CPPTYPE_ENUM: {
        const int value = reflection->GetEnumValue(message, &field);
        if (field.enum_type()->FindValueByNumber(value) == nullptr) {
          add(path, fmt::format("{} is not a value of {}", value, field.enum_type()->name()));
        }
        return;
      }
      case FieldDescriptor::CPPTYPE_MESSAGE: {
        const Message& inner = reflection->GetMessage(message, &field);
        if (is_limit(field)) return check_limit(dynamic_cast<const Limit&>(inner), field, path);
        if (is_distribution(field)) {
          return check_distribution(dynamic_cast<const Distribution&>(inner), field, path);
        }
        return check(inner, path, false);
      }
      default:
        return;
    }
  }

  void check_limit(const Limit& limit, const FieldDescriptor& field, const std::string& path) {
    if (limit.kind_case() == Limit::KIND_NOT_SET) {
      // An empty Limit is how a client that cannot leave a field out says "off".
      if (!rules_of(field).off()) add(path, "neither bytes nor packets are set");
    } else if (limit.has_bytes()) {
      check_number(static_cast<double>(limit.bytes()), field, BYTES, path);
    } else {
      check_number(static_cast<double>(limit.packets()), field, PACKETS, path);
    }
  }

  void check_distribution(const Distribution& value, const FieldDescriptor& field,
                          const std::string& path) {
    const Unit unit = rules_of(field).unit();
    switch (value.kind_case()) {
      case Distribution::kFixed:
        check_number(value.fixed(), field, unit, path);
        break;
      case Distribution::kUniform:
        check_number(value.uniform().min(), field, unit, path + ".uniform.min");
        check_number(value.uniform().max(), field, unit, path + ".uniform.max");
        break;
      case Distribution::kExponential: {
        const auto& law = value.exponential();
        check_number(law.mean(), field, unit, path + ".exponential.mean");
        if (law.has_min()) check_number(law.min(), field, unit, path + ".exponential.min");
        if (law.has_max()) check_number(law.max(), field, unit, path + ".exponential.max");
        if (!Distribution::Truncation_IsValid(law.truncation())) {
          add(path + ".exponential.truncation",
              fmt::format("{} is not a value of Truncation", static_cast<int>(law.truncation())));
        }
        break;
      }
      case Distribution::KIND_NOT_SET:
        add(path, "no distribution is set");
        break;
    }
    if (const std::string p = order_problem(value, unit); !p.empty()) add(path, p);
  }
};

}  // namespace
}  // namespace config

std::vector<std::string> check_message(const google::protobuf::Message& message) {
  config::Checker checker;
  checker.check(message, "", false);
  return checker.lines;
}

void fill_defaults(google::protobuf::Message& message) {
  const auto& type = *message.GetDescriptor();
  const auto* reflection = message.GetReflection();
  for (int i = 0; i < type.field_count(); ++i) {
    const config::FieldDescriptor& field = *type.field(i);
    if (field.is_map()) continue;  // overrides say only what differs
    if (field.is_repeated()) {
      const bool sections = config::is_section(field);
      for (int k = 0; sections && k < reflection->FieldSize(message, &field); ++k) {
        fill_defaults(*reflection->MutableRepeatedMessage(&message, &field, k));
      }
    } else if (field.has_presence() && reflection->HasField(message, &field)) {
      if (config::is_section(field)) fill_defaults(*reflection->MutableMessage(&message, &field));
    } else if (field.has_presence() && !config::rules_of(field).off()) {
      config::set_default(message, field);
    }
  }
}

}  // namespace seawind
