// SPDX-License-Identifier: GPL-3.0-or-later
// The single values of a document: numbers with units, labels, limits, distributions.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>

#include "common/config/fill.h"
#include "common/config/names.h"
#include "common/config/unit_hint.h"
#include "common/to_number.h"
#include "common/units.h"

namespace seawind::config {
namespace {

std::string allowed(const Param& rules, Unit unit) {
  const std::string range = range_text(rules, unit);
  return range.empty() ? "" : fmt::format(" (allowed: {})", range);
}

/// A number without a unit and of up to three digits probably counts packets: fewer than 1000 bytes
/// do not hold the usual packet.
std::string limit_hint(const std::string& text, const Param& rules, bool bare) {
  const bool few = bare && text.size() <= 3;
  const std::string first = unit_hint(text, rules, few ? PACKETS : BYTES);
  return first.empty() ? unit_hint(text, rules, few ? BYTES : PACKETS) : first;
}

}  // namespace

std::optional<double> MessageBuilder::number(const std::string& key, const Node& node,
                                             const Param& rules, Unit unit) {
  const Quantity quantity = parse_quantity(node.text, unit);
  if (!quantity.value) {
    const bool bare = quantity.problem.starts_with("needs a unit");
    problems_.add(node.at,
                  fmt::format("`{}`{}{}", key, bare ? " " : ": ",
                              quantity.problem + (rules.off() ? ", or off" : "")),
                  unit_hint(node.text, rules, unit));
    return {};
  }
  if (const std::string p = range_problem(*quantity.value, node.text, rules, unit); !p.empty()) {
    problems_.add(node.at, fmt::format("`{}`: {}{}", key, p, allowed(rules, unit)));
    return {};
  }
  return quantity.value;
}

std::optional<std::int64_t> MessageBuilder::whole_number(const std::string& key, const Node& node,
                                                         const Param& rules) {
  const std::optional<double> value = number(key, node, rules, rules.unit());
  if (!value) return {};
  if (*value != std::floor(*value)) {
    problems_.add(node.at, fmt::format("`{}`: {} is not a whole number", key, node.text));
    return {};
  }
  return static_cast<std::int64_t>(*value);
}

void MessageBuilder::fill_scalar(const std::string& key, const Node& node, Message& out,
                                 const FieldDescriptor& field) {
  if (node.kind != Node::Kind::kScalar) return wrong_kind(key, node, "a plain value");
  const auto* reflection = out.GetReflection();
  const Param& rules = rules_of(field);
  switch (field.cpp_type()) {
    case FieldDescriptor::CPPTYPE_STRING:
      if (node.text.empty() && rules.required()) {
        problems_.add(node.at, fmt::format("`{}` is empty", key));
      } else if (const std::string p = name_problem(node.text, rules.name());
                 !node.text.empty() && !p.empty()) {
        problems_.add(node.at, fmt::format("`{}`: {}", key, p));
      }
      return reflection->SetString(&out, &field, node.text);
    case FieldDescriptor::CPPTYPE_BOOL:
      if (node.text != "true" && node.text != "false") {
        problems_.add(node.at, fmt::format("`{}` must be true or false, not `{}`", key, node.text));
        return;
      }
      return reflection->SetBool(&out, &field, node.text == "true");
    case FieldDescriptor::CPPTYPE_ENUM: {
      if (const EnumValueDescriptor* value = labelled(*field.enum_type(), node.text))
        return reflection->SetEnum(&out, &field, value);
      const std::vector<std::string> labels = labels_of(*field.enum_type());
      problems_.add(
          node.at,
          fmt::format("`{}`: `{}` is not one of {}", key, node.text, fmt::join(labels, ", ")),
          did_you_mean(node.text, labels));
      return;
    }
    case FieldDescriptor::CPPTYPE_UINT64: {
      // Seeds use all 64 bits, more than a double holds.
      const auto value = to_number<std::uint64_t>(node.text);
      if (!value) {
        problems_.add(node.at, fmt::format("`{}`: `{}` is not a whole number from 0 to {}", key,
                                           node.text, UINT64_MAX));
        return;
      }
      return reflection->SetUInt64(&out, &field, *value);
    }
    case FieldDescriptor::CPPTYPE_INT64:
      if (const auto value = whole_number(key, node, rules)) {
        reflection->SetInt64(&out, &field, *value);
      }
      return;
    default:
      if (const auto value = number(key, node, rules, rules.unit())) {
        set_number(out, field, *value);
      }
  }
}

void MessageBuilder::fill_limit(const std::string& key, const Node& node, Limit& out,
                                const Param& rules) {
  if (node.kind != Node::Kind::kScalar) return wrong_kind(key, node, "bytes or packets");
  const bool packets = node.text.ends_with("pkt");
  const Unit unit = packets ? PACKETS : BYTES;
  const Quantity quantity = parse_quantity(node.text, unit);
  if (!packets && !quantity.value) {
    const bool bare = quantity.problem.starts_with("needs a unit");
    const std::string alternatives = rules.off() ? "12000B, 20pkt, or off" : "12000B, 20pkt";
    problems_.add(node.at,
                  bare ? fmt::format("`{}` needs a unit: {}", key, alternatives)
                       : fmt::format("`{}`: `{}` is not a number of bytes or packets: write {}",
                                     key, node.text, alternatives),
                  limit_hint(node.text, rules, bare));
    return;
  }
  const std::optional<double> value = number(key, node, rules, unit);
  if (!value) return;
  if (packets) {
    out.set_packets(static_cast<std::int64_t>(*value));
  } else {
    out.set_bytes(static_cast<std::int64_t>(*value));
  }
}

}  // namespace seawind::config
