// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/testset/show_config.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "common/config/rules.h"
#include "common/config/tree.h"
#include "common/units.h"

namespace seawind {
namespace {

using namespace config;
using google::protobuf::Reflection;

/// Adds quotes unless YAML accepts the plain text, also in a flow map.
std::string text_of(const std::string& text) {
  const auto plain = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '.' || c == '_' || c == '/' ||
           c == '+' || c == '%' || c == '-';
  };
  const bool safe = !text.empty() && std::isalnum(static_cast<unsigned char>(text[0])) != 0 &&
                    std::all_of(text.begin(), text.end(), plain);
  return safe ? text : double_quoted(text);
}

class Writer {
 public:
  void flatten(const Message& message, const std::string& path, int depth,
               std::map<std::string, std::string>& out) {
    const Reflection& read = *message.GetReflection();
    for (const FieldDescriptor* field : present(message, false)) {
      const std::string here = path.empty() ? field->name() : path + "." + field->name();
      if (field->is_map() && is_message_map(*field)) {
        const Partial partial(*this);
        for (const auto& [key, inside] : entries(message, *field)) {
          flatten(*inside, here + "." + key, depth + 1, out);
        }
      } else if (field->is_repeated() && !field->is_map() &&
                 field->cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE) {
        for (int i = 0; i < read.FieldSize(message, field); ++i) {
          out[fmt::format("{}[{}]", here, i)] =
              flow(read.GetRepeatedMessage(message, field, i), rules_of(*field).unit(), false);
        }
      } else if (!field->is_repeated() && is_section(*field) && depth < 1) {
        flatten(read.GetMessage(message, field), here, depth + 1, out);
      } else {
        out[here] = value(message, *field, NONE);
      }
    }
  }

  std::string section(const Message& message, std::size_t indent) {
    std::string out;
    const std::string margin(indent, ' ');
    for (const FieldDescriptor* field : present(message, false)) {
      const Reflection& read = *message.GetReflection();
      out += fmt::format("{}{}:", margin, field->name());
      if (field->is_map() && is_message_map(*field)) {
        out += "\n";
        const Partial partial(*this);
        for (const auto& [key, value] : entries(message, *field)) {
          out += fmt::format("{}  {}:\n{}", margin, text_of(key), section(*value, indent + 4));
        }
      } else if (field->is_repeated() && !field->is_map() &&
                 field->cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE) {
        out += "\n";
        for (int i = 0; i < read.FieldSize(message, field); ++i) {
          const Message& item = read.GetRepeatedMessage(message, field, i);
          out += fmt::format("{}  - {}\n", margin, flow(item, rules_of(*field).unit(), false));
        }
      } else if (!field->is_repeated() && is_section(*field) && indent < 2) {
        out += "\n" + section(read.GetMessage(message, field), indent + 2);
      } else {
        out += " " + value(message, *field, NONE) + "\n";
      }
    }
    return out;
  }

 private:
  /// While an object exists, messages are partial: a key that is not set is left out, not `off`.
  class Partial {
   public:
    explicit Partial(Writer& writer, bool begins = true)
        : writer_(writer), before_(writer.partial_) {
      writer.partial_ = before_ || begins;
    }
    ~Partial() { writer_.partial_ = before_; }
    Partial(const Partial&) = delete;
    Partial& operator=(const Partial&) = delete;

   private:
    Writer& writer_;
    bool before_;
  };

  static bool is_message_map(const FieldDescriptor& field) {
    return field.message_type()->map_value()->cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE;
  }

  static std::map<std::string, const Message*> entries(const Message& message,
                                                       const FieldDescriptor& field) {
    std::map<std::string, const Message*> out;
    const Reflection& read = *message.GetReflection();
    for (int i = 0; i < read.FieldSize(message, &field); ++i) {
      const Message& pair = read.GetRepeatedMessage(message, &field, i);
      const auto& of = *pair.GetDescriptor();
      out[pair.GetReflection()->GetString(pair, of.map_key())] =
          &pair.GetReflection()->GetMessage(pair, of.map_value());
    }
    return out;
  }

  static bool names_a_file(const Message& message) {
    for (int i = 0; i < message.GetDescriptor()->field_count(); ++i) {
      const FieldDescriptor* field = message.GetDescriptor()->field(i);
      if (!rules_of(*field).reads().empty() && message.GetReflection()->HasField(message, field)) {
        return true;
      }
    }
    return false;
  }

  /// The fields to show, in the order of the .proto; in a distribution also numbers that are 0. An
  /// unset field is shown as `off` if leaving its key out would mean another value.
  std::vector<const FieldDescriptor*> present(const Message& message, bool in_distribution) const {
    std::vector<const FieldDescriptor*> fields;
    const Reflection& read = *message.GetReflection();
    const bool from_file = names_a_file(message);
    for (int i = 0; i < message.GetDescriptor()->field_count(); ++i) {
      const FieldDescriptor* field = message.GetDescriptor()->field(i);
      // Values that were read from a file are omitted; the file's name is shown instead.
      if (rules_of(*field).internal() || (from_file && field->is_repeated())) continue;
      const bool there =
          field->is_repeated() ? read.FieldSize(message, field) > 0 : read.HasField(message, field);
      const bool number = in_distribution && field->cpp_type() == FieldDescriptor::CPPTYPE_DOUBLE &&
                          !field->is_repeated() && !field->has_presence();
      const bool off =
          !partial_ && !field->is_repeated() && rules_of(*field).off() && has_default(*field);
      if (there || number || off) fields.push_back(field);
    }
    return fields;
  }

  std::string flow(const Message& message, Unit unit, bool in_distribution) {
    std::string out;
    for (const FieldDescriptor* field : present(message, in_distribution)) {
      out += fmt::format("{}{}: {}", out.empty() ? "" : ", ", field->name(),
                         value(message, *field, in_distribution ? unit : NONE));
    }
    return "{" + out + "}";
  }

  std::string value(const Message& message, const FieldDescriptor& field, Unit inherited) {
    // A number of a distribution has its parameter's unit unless it has its own rules (a weight).
    const bool own = field.options().HasExtension(param) && !rules_of(field).spread();
    const Unit unit = own || inherited == NONE ? rules_of(field).unit() : inherited;
    const Reflection& read = *message.GetReflection();
    if (field.has_presence() && !read.HasField(message, &field)) return "off";
    const Partial partial(*this, rules_of(field).partial());
    if (field.is_map()) return flow_map(message, field, unit);
    if (field.is_repeated()) {
      std::string out;
      for (int i = 0; i < read.FieldSize(message, &field); ++i) {
        out += (i > 0 ? ", " : "") + item(message, field, i, unit);
      }
      return "[" + out + "]";
    }
    if (is_limit(field)) return limit(read.GetMessage(message, &field));
    if (is_distribution(field)) return distribution(read.GetMessage(message, &field), unit);
    switch (field.cpp_type()) {
      case FieldDescriptor::CPPTYPE_MESSAGE:
        return flow(read.GetMessage(message, &field), unit, inherited != NONE);
      case FieldDescriptor::CPPTYPE_STRING:
        return text_of(read.GetString(message, &field));
      case FieldDescriptor::CPPTYPE_BOOL:
        return read.GetBool(message, &field) ? "true" : "false";
      case FieldDescriptor::CPPTYPE_ENUM:
        return label_of(*read.GetEnum(message, &field));
      case FieldDescriptor::CPPTYPE_DOUBLE:
        return format_quantity(read.GetDouble(message, &field), unit);
      case FieldDescriptor::CPPTYPE_INT64:
        return format_quantity(static_cast<double>(read.GetInt64(message, &field)), unit);
      case FieldDescriptor::CPPTYPE_UINT64:
        return fmt::format("{}", read.GetUInt64(message, &field));
      default:
        return fmt::format("{}", read.GetInt32(message, &field));
    }
  }

  std::string item(const Message& message, const FieldDescriptor& field, int i, Unit unit) {
    const Reflection& read = *message.GetReflection();
    switch (field.cpp_type()) {
      case FieldDescriptor::CPPTYPE_MESSAGE:
        return flow(read.GetRepeatedMessage(message, &field, i), unit, true);
      case FieldDescriptor::CPPTYPE_STRING:
        return text_of(read.GetRepeatedString(message, &field, i));
      case FieldDescriptor::CPPTYPE_DOUBLE:
        return format_quantity(read.GetRepeatedDouble(message, &field, i), unit);
      case FieldDescriptor::CPPTYPE_INT64:
        return format_quantity(static_cast<double>(read.GetRepeatedInt64(message, &field, i)),
                               unit);
      default:
        return fmt::format("{}", read.GetRepeatedInt32(message, &field, i));
    }
  }

  std::string flow_map(const Message& message, const FieldDescriptor& field, Unit unit) {
    std::map<std::string, std::string> sorted;
    const Reflection& read = *message.GetReflection();
    for (int i = 0; i < read.FieldSize(message, &field); ++i) {
      const Message& pair = read.GetRepeatedMessage(message, &field, i);
      const FieldDescriptor& key = *pair.GetDescriptor()->map_key();
      sorted[pair.GetReflection()->GetString(pair, &key)] =
          value(pair, *pair.GetDescriptor()->map_value(), unit);
    }
    std::string out;
    for (const auto& [key, shown] : sorted) {
      out += fmt::format("{}{}: {}", out.empty() ? "" : ", ", text_of(key), shown);
    }
    return "{" + out + "}";
  }

  static std::string limit(const Message& message) {
    const auto& of = dynamic_cast<const Limit&>(message);
    return of.has_packets() ? format_quantity(static_cast<double>(of.packets()), PACKETS)
                            : format_quantity(static_cast<double>(of.bytes()), BYTES);
  }

  std::string distribution(const Message& message, Unit unit) {
    const auto& of = dynamic_cast<const Distribution&>(message);
    if (of.has_fixed()) return format_quantity(of.fixed(), unit);
    std::string out;
    for (const FieldDescriptor* field : present(message, false)) {
      const Message& inside = message.GetReflection()->GetMessage(message, field);
      out += fmt::format("{}: {}", field->name(), flow(inside, unit, true));
    }
    return "{" + out + "}";
  }

  bool partial_ = false;
};

}  // namespace

std::map<std::string, std::string> flat_config(const google::protobuf::Message& message) {
  std::map<std::string, std::string> out;
  Writer().flatten(message, "", 0, out);
  return out;
}

std::string show_config(const google::protobuf::Message& message) {
  return Writer().section(message, 0);
}

}  // namespace seawind
