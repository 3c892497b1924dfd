// SPDX-License-Identifier: GPL-3.0-or-later
// The range check of messages that did not come from a file.
#include <fmt/format.h>

#include "common/config/distributions.h"
#include "common/config/names.h"
#include "common/config/rules.h"
#include "common/config_reader.h"
#include "common/printable.h"
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
        if (rules_of(field).required() && !overrides && !has_replacement(message, field)) {
          add(here, "is missing");
        }
        continue;
      }
      if (overrides && !rules_of(field).per_state()) {
        add(here, "cannot differ from state to state");
      } else if (field.is_map()) {
        check_map(message, field, here);
      } else if (field.is_repeated()) {
        check_list(message, field, here);
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

  // Whether a field named in `unless` of `field` is set.
  static bool has_replacement(const Message& message, const FieldDescriptor& field) {
    for (const std::string& name : words(rules_of(field).unless())) {
      if (is_set(message, *message.GetDescriptor()->FindFieldByName(name))) return true;
    }
    return false;
  }

  static bool is_set(const Message& message, const FieldDescriptor& field) {
    const auto* reflection = message.GetReflection();
    if (field.is_repeated()) return reflection->FieldSize(message, &field) > 0;
    // For a field without presence, an empty text means "not given"; a zero number is checked.
    if (!field.has_presence() && field.cpp_type() != FieldDescriptor::CPPTYPE_STRING) return true;
    return reflection->HasField(message, &field);
  }

  void check_list(const Message& message, const FieldDescriptor& field, const std::string& path) {
    const auto* reflection = message.GetReflection();
    for (int k = 0; k < reflection->FieldSize(message, &field); ++k) {
      const std::string here = fmt::format("{}[{}]", path, k);
      if (field.cpp_type() == FieldDescriptor::CPPTYPE_STRING) {
        check_text(reflection->GetRepeatedString(message, &field, k), field, here);
      } else if (field.cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE) {
        check(reflection->GetRepeatedMessage(message, &field, k), here, false);
      } else if (field.cpp_type() == FieldDescriptor::CPPTYPE_INT64) {
        check_number(static_cast<double>(reflection->GetRepeatedInt64(message, &field, k)),
                     rules_of(field), here);
      }
    }
  }

  void check_map(const Message& message, const FieldDescriptor& field, const std::string& path) {
    const auto* reflection = message.GetReflection();
    const Descriptor& pair = *field.message_type();
    for (int k = 0; k < reflection->FieldSize(message, &field); ++k) {
      const Message& entry = reflection->GetRepeatedMessage(message, &field, k);
      const auto* inner = entry.GetReflection();
      const std::string key = inner->GetString(entry, pair.map_key());
      const std::string here = path + "." + printable(key);
      if (!is_printable(key)) add(here, "holds a control character");
      if (pair.map_value()->cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE) {
        check(inner->GetMessage(entry, pair.map_value()), here, is_overrides(field));
      } else if (pair.map_value()->cpp_type() == FieldDescriptor::CPPTYPE_DOUBLE) {
        check_number(inner->GetDouble(entry, pair.map_value()), rules_of(field), here);
      } else if (pair.map_value()->cpp_type() == FieldDescriptor::CPPTYPE_STRING) {
        check_text(inner->GetString(entry, pair.map_value()), field, here);
      }
    }
  }

  void check_text(const std::string& text, const FieldDescriptor& field, const std::string& path) {
    const std::string problem = name_problem(text, rules_of(field).name());
    if (!problem.empty()) {
      add(path, problem);
    } else if (!is_printable(text)) {
      add(path, fmt::format("`{}` holds a control character", excerpt(text, 40)));
    }
  }

  void check_number(double value, const Param& rules, Unit unit, const std::string& path) {
    const std::string problem = range_problem(value, format_quantity(value, unit), rules, unit);
    if (!problem.empty()) add(path, problem);
  }
  void check_number(double value, const Param& rules, const std::string& path) {
    check_number(value, rules, rules.unit(), path);
  }

  void check_value(const Message& message, const FieldDescriptor& field, const std::string& path) {
    const auto* reflection = message.GetReflection();
    const Param& rules = rules_of(field);
    switch (field.cpp_type()) {
      case FieldDescriptor::CPPTYPE_INT64:
        return check_number(static_cast<double>(reflection->GetInt64(message, &field)), rules,
                            path);
      case FieldDescriptor::CPPTYPE_UINT64:
        return check_number(static_cast<double>(reflection->GetUInt64(message, &field)), rules,
                            path);
      case FieldDescriptor::CPPTYPE_DOUBLE:
        return check_number(reflection->GetDouble(message, &field), rules, path);
      case FieldDescriptor::CPPTYPE_STRING:
        return check_text(reflection->GetString(message, &field), field, path);
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
    const Param& rules = rules_of(field);
    if (limit.kind_case() == Limit::KIND_NOT_SET) {
      // An empty Limit means "off", for clients that cannot leave a field out.
      if (!rules.off()) add(path, "neither bytes nor packets are set");
    } else if (limit.has_bytes()) {
      check_number(static_cast<double>(limit.bytes()), rules, BYTES, path);
    } else {
      check_number(static_cast<double>(limit.packets()), rules, PACKETS, path);
    }
  }

  void check_distribution(const Distribution& value, const FieldDescriptor& field,
                          const std::string& path) {
    const Param& rules = rules_of(field);
    const auto* chosen =
        value.GetReflection()->GetOneofFieldDescriptor(value, value.GetDescriptor()->oneof_decl(0));
    if (chosen == nullptr) return add(path, "no distribution is set");
    if (chosen->cpp_type() != FieldDescriptor::CPPTYPE_MESSAGE) {
      return check_number(value.fixed(), rules, path);
    }
    check_distribution_kind(value.GetReflection()->GetMessage(value, chosen), rules,
                            path + "." + chosen->name());
    if (const std::string p = order_problem(value, rules.unit()); !p.empty()) add(path, p);
  }

  void check_distribution_kind(const Message& distribution, const Param& outer,
                               const std::string& path) {
    const auto* reflection = distribution.GetReflection();
    for (int i = 0; i < distribution.GetDescriptor()->field_count(); ++i) {
      const FieldDescriptor& field = *distribution.GetDescriptor()->field(i);
      const std::string here = path + "." + field.name();
      if (field.cpp_type() == FieldDescriptor::CPPTYPE_ENUM) {
        check_value(distribution, field, here);
      } else if (field.is_repeated()) {
        for (int k = 0; k < reflection->FieldSize(distribution, &field); ++k) {
          check_distribution_item(distribution, field, k, outer, fmt::format("{}[{}]", here, k));
        }
      } else if (field.cpp_type() == FieldDescriptor::CPPTYPE_DOUBLE &&
                 !(field.has_presence() && !reflection->HasField(distribution, &field))) {
        check_number(reflection->GetDouble(distribution, &field), number_rules(field, outer), here);
      }
    }
  }

  void check_distribution_item(const Message& distribution, const FieldDescriptor& field, int k,
                               const Param& outer, const std::string& path) {
    const auto* reflection = distribution.GetReflection();
    if (field.cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE) {
      check_distribution_kind(reflection->GetRepeatedMessage(distribution, &field, k), outer, path);
    } else if (field.cpp_type() == FieldDescriptor::CPPTYPE_DOUBLE) {
      check_number(reflection->GetRepeatedDouble(distribution, &field, k),
                   number_rules(field, outer), path);
    }
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
    if (field.is_map()) continue;  // overrides contain only the differences
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
